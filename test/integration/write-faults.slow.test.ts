import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { OperationId } from "../../client/src/generated.ts";
import { lostAnswerOf } from "../../client/src/lost-answers.ts";
import { camelCase } from "../../lib/documents/openapi/operations.ts";
import { sha256 } from "../../shared/table/record-keys.ts";
import { captureLog } from "../support/capture-log.ts";
import type { ApiRequest, ApiResponse } from "../support/http-call.ts";
import { useLossyStore, type WriteTry } from "../support/lossy-store.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { sdkError, transactionCanceled } from "../support/store-faults.ts";
import { followStream } from "../support/table-stream.ts";
import { useTable } from "../support/test-table.ts";
import { useQueue } from "../support/use-queue.ts";
import {
  WRITE_OPERATIONS,
  type WriteOperation,
  type WriteWorld,
  writeWorld,
} from "../support/write-operations.ts";

const table = useTable({ stream: true, forEach: true });
const store = useLossyStore();
const queue = useQueue();
let stream: Awaited<ReturnType<typeof followStream>>;
let images: { before: string; after: string }[];
beforeEach(async () => {
  captureLog();
  stream = await followStream(table);
  images = [];
});
afterEach(() => {
  jest.restoreAllMocks();
});

const SECRET = /\b(?:it[cksl]|whsec)_[\w+/=]+/g;
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

type Run = { readonly world: WriteWorld; readonly request: ApiRequest };

/** Creates a firm, and a request of the operation. */
const prepare = async (operation: WriteOperation): Promise<Run> => {
  const world = await writeWorld(table);
  return { world, request: await operation.prepare(world) };
};

/** Marks the place in the stream where the changes of a request begin. */
const mark = async ({ firmId }: WriteWorld) => {
  const Item = { pk: "MARK", sk: firmId, id: randomUUID() };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return (text: string) => text.includes(Item.id);
};

/** Returns each change of the firm's records since the mark: the image before it and after it. */
const changesSince = async ({ firmId }: WriteWorld, isMark: Awaited<ReturnType<typeof mark>>) => {
  for (const { dynamodb } of await stream())
    images.push({ before: imageOf(dynamodb?.OldImage), after: imageOf(dynamodb?.NewImage) });
  return images
    .slice(images.findIndex(({ after }) => isMark(after)) + 1)
    .filter(({ before, after }) => before !== after && (before + after).includes(firmId))
    .map(({ before, after }) => `${before} -> ${after}`);
};

/** Returns an answer's ids and secrets that are neither stored, in clear or as a hash, nor in the request. */
const unknownIn = (answer: string, known: string) =>
  [...answer.matchAll(ID), ...answer.matchAll(SECRET)]
    .map(([text]) => text)
    .filter((text) => !known.includes(text) && !known.includes(sha256(text)));

/** Returns what was answered, stored and queued. */
const outcomeOf = async (
  { world, request }: Run,
  { status, headers, body }: ApiResponse,
  isMark: Awaited<ReturnType<typeof mark>>,
) => {
  const shown = { status, body, isReplayed: headers["idempotent-replayed"] ?? false };
  const answer = JSON.stringify(shown, (name, value) => (name === "request_id" ? "" : value));
  const changes = await changesSince(world, isMark);
  return {
    answer: masked(answer),
    unknown: unknownIn(answer, JSON.stringify([changes, request])),
    changes: changes.map(masked).sort(),
    messages: queue.sent.map((message) => masked(JSON.stringify(message))),
  };
};

/** Lets `begin` set up the store's faults, then sends the request. */
const send = async ({ name }: WriteOperation, run: Run, begin = () => {}) => {
  store.reset();
  const isMark = await mark(run.world);
  queue.take();
  store.reset();
  begin();
  return outcomeOf(run, await run.world.answerTo(name, run.request), isMark);
};

type Outcome = Awaited<ReturnType<typeof send>>;

/** Returns whether the same request, sent again after it was done, changes nothing. */
const isRepeatable = ({ name }: WriteOperation, { headers, body }: ApiRequest) => {
  const { way } = lostAnswerOf(camelCase(name) as OperationId, { body: Object(body) });
  return way === "repeatedWithKey" ? headers?.["idempotency-key"] !== undefined : way !== "failed";
};

type Usual = { readonly outcome: Outcome; readonly writes: number };
type Fault = (
  operation: WriteOperation,
  run: Run,
  usual: Usual & { readonly position: number },
) => Promise<void>;

/** Loses the answers to a write, which the SDK then sends again. */
const losesAnswers: Fault = async (operation, run, { outcome, position }) => {
  expect(await send(operation, run, () => store.loseAnswers(position, 2))).toEqual(outcome);
};

/** Ends the function before or after a write, and then sends the request again as the caller. */
const ends =
  (ending: "before" | "after"): Fault =>
  async (operation, run, { outcome, writes, position }) => {
    const isLast = (write: WriteTry) => write.position === position;
    const failing = async (write: WriteTry) => {
      if (isLast(write) && ending === "before") throw new Error("not forwarded");
    };
    const first = await send(operation, run, () => store.reset({ before: failing, loses: isLast }));
    expect(first.answer).toMatch(/"status":503,.*"code":"unavailable"/);
    if (writes === 1) expect(first.changes).toEqual(ending === "before" ? [] : outcome.changes);
    if (ending === "after" && !isRepeatable(operation, run.request)) return;
    const { changes } = await send(operation, run);
    expect([...first.changes, ...changes].sort()).toEqual(outcome.changes);
  };

/** Reports another transaction on the items three times. DynamoDB Local never does so. */
const meetsConflicts: Fault = async (operation, run, { outcome }) => {
  jest.spyOn(Math, "random").mockReturnValue(0);
  let conflicts = 3;
  const begin = () =>
    interceptStoreCalls(async ({ name, send: forward }) => {
      if (name === "TransactWrite" && conflicts-- > 0) throw transactionCanceled("TransactionConflict");
      return forward();
    });
  expect(await send(operation, run, begin)).toEqual(outcome);
  jest.restoreAllMocks();
};

const READS = ["Get", "BatchGet", "Query"];

/** Lets every read fail, except those of keys, and then lets all succeed. */
const failsToRead: Fault = async (operation, run, { outcome }) => {
  let failed = 0;
  const begin = () =>
    interceptStoreCalls(async ({ name, send: forward }) => {
      if (!READS.includes(name)) return forward();
      failed++;
      throw sdkError("InternalServerError");
    });
  const first = await send(operation, run, begin);
  jest.restoreAllMocks();
  if (failed === 0) return expect(first).toEqual(outcome);
  expect(first.answer).toMatch(/"status":503,.*"code":"unavailable"/);
  const { changes } = await send(operation, run);
  expect([...first.changes, ...changes].sort()).toEqual(outcome.changes);
};

const FAULTS_OF_A_WRITE = [losesAnswers, ends("before"), ends("after")];
const FAULTS_OF_ALL_CALLS = [meetsConflicts, failsToRead];

describe("an operation is done once and answered truthfully, whatever happens to its writes:", () => {
  it.each(WRITE_OPERATIONS)("$title", async (operation) => {
    const outcome = await send(operation, await prepare(operation));
    const writes = store.writeCount();
    expect([writes > 0, outcome.unknown]).toEqual([true, []]);
    for (let position = 1; position <= writes; position++) {
      const faults = [...FAULTS_OF_A_WRITE, ...(position === 1 ? FAULTS_OF_ALL_CALLS : [])];
      const runs = await Promise.all(faults.map(() => prepare(operation)));
      for (const [index, run] of runs.entries())
        await faults[index]?.(operation, run, { outcome, writes, position });
    }
  });

  it("when the first answer to every write comes after the client has stopped waiting", async () => {
    const changesRecord =
      /^(create|update|archive|unarchive|merge|delete|rotate)-(lead|member|webhook)(-secret| with an Idempotency-Key)?$/;
    const operations = WRITE_OPERATIONS.filter(({ title }) => changesRecord.test(title));
    const usual: Outcome[] = [];
    for (const operation of operations) usual.push(await send(operation, await prepare(operation)));
    const runs = await Promise.all(operations.map(prepare));
    const marks = await Promise.all(runs.map(({ world }) => mark(world)));
    store.delayAnswers();
    const answers = await Promise.all(
      runs.map(({ world, request }, index) => world.answerTo(operations[index]?.name ?? "", request)),
    );
    store.reset();
    for (const [index, run] of runs.entries())
      expect(await outcomeOf(run, answers[index] as never, marks[index] as never)).toEqual(usual[index]);
  });
});
