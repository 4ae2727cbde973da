import { unmarshall } from "@aws-sdk/util-dynamodb";
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { DynamoDBRecord } from "aws-lambda";
import type { OperationId } from "../../client/src/generated.ts";
import { lostAnswerOf } from "../../client/src/lost-answers.ts";
import { camelCase } from "../../lib/documents/openapi/camel-case.ts";
import { sha256 } from "../../shared/table/record-keys.ts";
import { captureLog } from "../support/capture-log.ts";
import type { ApiRequest, ApiResponse } from "../support/http-call.ts";
import { isLease, useLossyStore } from "../support/lossy-store.ts";
import { interceptStoreCalls, READS, type StoreCall } from "../support/store-calls.ts";
import { sdkError, transactionCanceled } from "../support/store-faults.ts";
import { followHistory } from "../support/table-history.ts";
import { useTable } from "../support/test-table.ts";
import { useQueue } from "../support/use-queue.ts";
import {
  WRITE_OPERATIONS,
  type WriteOperation,
  type WriteWorld,
  writeWorld,
} from "../support/write-operations.ts";

const table = useTable({ stream: true });
const store = useLossyStore();
const queue = useQueue();
let world: WriteWorld;
let history: Awaited<ReturnType<typeof followHistory>>;
beforeAll(async () => {
  world = await writeWorld(table);
  history = await followHistory(table);
});
beforeEach(() => {
  captureLog();
  // Without jitter, the SDK repeats a call at once.
  jest.spyOn(Math, "random").mockReturnValue(0);
  history.forgetRecords();
});
afterEach(async () => {
  store.reset();
  await history.newChanges();
  await history.undoSince(0);
});

const SECRET = /\b(?:it[cikmsl]|whsec)_[\w+/=]+/g;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
/** Other text that differs from run to run: hashes, instants, shards, and what distinguishes the keys of sources. */
const ARBITRARY =
  /[0-9a-f]{64}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?|\b\d{10,13}\b|(?<="(?:dueShard|last_?[fF]our)"[:,]")\w+|(?<=(?:form|source)-)\d+/g;
const masked = (text: string) =>
  [SECRET, ID, ARBITRARY].reduce((rest, part) => rest.replace(part, "*"), text);

/** Returns the image of an item without the permits of a key, which every request uses. */
const imageOf = (image: object | undefined) => {
  const { windowUsed: _, windowStartMilliseconds: __, ...item } = unmarshall(Object(image));
  return JSON.stringify(Object.entries(item).sort());
};

/** Returns each change of the firm's records: the image before it and after it. */
const changesOf = ({ firmId }: WriteWorld, changes: readonly DynamoDBRecord[]) =>
  changes
    .map(({ dynamodb }) => [imageOf(dynamodb?.OldImage), imageOf(dynamodb?.NewImage)])
    .filter(([before, after]) => before !== after && `${before}${after}`.includes(firmId))
    .map((images) => images.join(" -> "));

/** Returns an answer's ids and secrets that are neither stored, in clear or as a hash, nor in the request. */
const unknownIn = (answer: string, known: string) =>
  [...answer.matchAll(ID), ...answer.matchAll(SECRET)]
    .map(([text]) => text)
    .filter((text) => !known.includes(text) && !known.includes(sha256(text)));

/** Returns what was answered, stored and queued. */
const outcomeOf = (
  request: ApiRequest,
  { status, headers, body }: ApiResponse,
  changes: readonly string[],
) => {
  const shown = { status, body, isReplayed: headers["idempotent-replayed"] ?? false };
  const answer = JSON.stringify(shown, (name, value) => (name === "request_id" ? "" : value));
  return {
    answer: masked(answer),
    unknown: unknownIn(answer, JSON.stringify([changes, request])),
    changes: changes.map(masked).sort(),
    messages: queue.sent.map((message) => masked(JSON.stringify(message))),
  };
};

type Outcome = ReturnType<typeof outcomeOf>;

/** Lets `begin` set up the store's faults, then sends the request. */
const send = async ({ name }: WriteOperation, request: ApiRequest, begin = () => {}): Promise<Outcome> => {
  queue.take();
  store.reset();
  begin();
  const response = await world.answerTo(name, request);
  return outcomeOf(request, response, changesOf(world, await history.newChanges()));
};

/** Each repeat makes the same anew, in place of what the request before made. */
const REPLACING = ["create-sign-in-link", "create-session", "create-conflict-check"];

/** Returns whether the same request, sent again after it was done, changes nothing. */
const isRepeatable = ({ name }: WriteOperation, { headers, body }: ApiRequest) => {
  if (REPLACING.includes(name)) return false;
  const { way } = lostAnswerOf(camelCase(name) as OperationId, { body: Object(body) });
  return way === "repeatedWithKey" ? headers?.["idempotency-key"] !== undefined : way !== "failed";
};

type Usual = { readonly outcome: Outcome; readonly writes: number };
type Fault = (
  operation: WriteOperation,
  request: ApiRequest,
  usual: Usual & { readonly position: number },
) => Promise<void>;

/** Loses the answers to a write, which the SDK then sends again. */
const losesAnswers: Fault = async (operation, request, { outcome, position }) => {
  expect(await send(operation, request, () => store.loseAnswers(position, 2))).toEqual(outcome);
};

/** Sends a request whose calls to the store pass through `intercept`. */
const sendThrough = async (
  operation: WriteOperation,
  request: ApiRequest,
  ...intercept: Parameters<typeof interceptStoreCalls>
) => {
  const spy = interceptStoreCalls(...intercept);
  const outcome = await send(operation, request);
  spy.mockRestore();
  return outcome;
};

/** Ends the function before or after a write, and then sends the request again as the caller. */
const ends =
  (ending: "before" | "after"): Fault =>
  async (operation, request, { outcome, writes, position }) => {
    let written = 0;
    const end = async ({ name, input, send: forward }: StoreCall) => {
      const isWrite = !READS.includes(name) && !isLease(JSON.stringify(input));
      if (!isWrite || ++written !== position) return forward();
      // The answer may be that a condition failed.
      if (ending === "after") await forward().catch(() => {});
      throw sdkError("InternalServerError");
    };
    const first = await sendThrough(operation, request, end, end);
    expect(first.answer).toMatch(/"status":503,.*"code":"unavailable"/);
    if (writes === 1) expect(first.changes).toEqual(ending === "before" ? [] : outcome.changes);
    if (ending === "after" && !isRepeatable(operation, request)) return;
    const { changes } = await send(operation, request);
    expect([...first.changes, ...changes].sort()).toEqual(outcome.changes);
  };

/**
 * Lets every read fail, except those of keys. Then reports another transaction on the items three times, which DynamoDB
 * Local never does.
 */
const failsAndConflicts: Fault = async (operation, request, { outcome }) => {
  let failed = 0;
  const first = await sendThrough(operation, request, async ({ name, send: forward }) => {
    if (!READS.includes(name)) return forward();
    failed++;
    throw sdkError("InternalServerError");
  });
  if (failed === 0) return expect(first).toEqual(outcome);
  expect(first.answer).toMatch(/"status":503,.*"code":"unavailable"/);
  let conflicts = 3;
  const { changes } = await sendThrough(operation, request, async ({ name, send: forward }) => {
    if (name === "TransactWrite" && conflicts-- > 0) throw transactionCanceled("TransactionConflict");
    return forward();
  });
  expect([...first.changes, ...changes].sort()).toEqual(outcome.changes);
};

const FAULTS_OF_A_WRITE = [losesAnswers, ends("before"), ends("after")];
const faultsOf = (writes: number): Fault[] => [
  ...Array.from({ length: writes }, () => FAULTS_OF_A_WRITE).flat(),
  failsAndConflicts,
];

/** Prepares a request, sends it as usual, and undoes what it changes. */
const usualOf = async (operation: WriteOperation) => {
  const request = await operation.prepare(world);
  await history.newChanges();
  history.forgetRecords();
  const prepared = history.length();
  const outcome = await send(operation, request);
  const writes = store.writeCount();
  const undo = () => history.undoSince(prepared);
  await undo();
  return { request, outcome, writes, undo };
};

describe("an operation is done once and answered truthfully, whatever happens to its writes:", () => {
  it("when the first answer to every write comes after the client has stopped waiting", async () => {
    const changesRecord =
      /^(create|update|archive|merge|delete|rotate)-(lead|webhook)(-secret| with an Idempotency-Key)?$/;
    const operations = WRITE_OPERATIONS.filter(({ title }) => changesRecord.test(title));
    const usual: Outcome[] = [];
    for (const operation of operations) {
      usual.push((await usualOf(operation)).outcome);
      await history.undoSince(0);
    }
    const worlds = await Promise.all(operations.map(() => writeWorld(table)));
    const requests = await Promise.all(worlds.map((each, index) => operations[index]?.prepare(each)));
    await history.newChanges();
    store.delayAnswers();
    const answers = await Promise.all(
      worlds.map((each, index) => each.answerTo(operations[index]?.name ?? "", requests[index] ?? {})),
    );
    store.reset();
    const changes = await history.newChanges();
    expect(
      worlds.map((each, index) =>
        outcomeOf(requests[index] ?? {}, answers[index] as never, changesOf(each, changes)),
      ),
    ).toEqual(usual);
  });

  it.each(WRITE_OPERATIONS)("$title", async (operation) => {
    const { request, undo, ...usual } = await usualOf(operation);
    expect([usual.writes > 0, usual.outcome.unknown]).toEqual([true, []]);
    for (const [index, fault] of faultsOf(usual.writes).entries()) {
      const position = 1 + Math.floor(index / FAULTS_OF_A_WRITE.length);
      await fault(operation, request, { ...usual, position });
      await undo();
    }
  });
});
