import { afterEach, beforeAll, beforeEach, expect, it, jest } from "@jest/globals";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as createCheck } from "../../functions/conflicts/create-conflict-check.ts";
import { handler as decideCheck } from "../../functions/conflicts/decide-conflict-check.ts";
import { handler as deleteEntry } from "../../functions/conflicts/delete-conflict-entry.ts";
import { handler as listChecks } from "../../functions/conflicts/list-conflict-checks.ts";
import { handler as putEntry } from "../../functions/conflicts/put-conflict-entry.ts";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import { handler as publishEvents } from "../../functions/events/publish-events.consumer.ts";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { touchLead } from "../../shared/conflicts/lead-index.store.ts";
import { updateItem } from "../../shared/table/update-item.ts";
import { captureLog } from "../support/capture-log.ts";
import { setGate } from "../support/conflict-gate.ts";
import { captureBus } from "../support/event-bus.ts";
import { bodyOf } from "../support/http-call.ts";
import { scanItems } from "../support/scan-table.ts";
import { crashAtCall, interceptStoreCalls } from "../support/store-calls.ts";
import { streamEvent } from "../support/stream-events.ts";
import { followStream } from "../support/table-stream.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { captureQueue } from "../support/webhooks.ts";

const table = useTable({ stream: true });
const firm = useFirm(table);
let read: Awaited<ReturnType<typeof followStream>>;
let waiting: DynamoDBRecord[] = [];

beforeAll(async () => {
  read = await followStream(table);
});
beforeEach(async () => {
  captureLog();
  captureBus();
  await firm.renew();
  await setGate(table, firm.firmId);
  // What an earlier test wrote is not this one's.
  await read();
  waiting = [];
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Publishes what waits. What fails waits on, as Lambda delivers it again. */
const publish = async () => {
  const fresh = await read();
  waiting.push(...fresh.filter(({ dynamodb }) => dynamodb?.NewImage?.changeId !== undefined));
  if (waiting.length === 0) return;
  const ended = await publishEvents(streamEvent(...waiting)).catch(() => null);
  const [failed] = ended === null ? waiting : [];
  const from = ended?.batchItemFailures[0]?.itemIdentifier ?? failed?.dynamodb?.SequenceNumber;
  const at = waiting.findIndex(({ dynamodb }) => dynamodb?.SequenceNumber === from);
  waiting = at === -1 ? [] : waiting.slice(at);
};
const publishAll = async () => {
  for (let round = 0; round < 4; round++) await publish();
  expect(waiting).toEqual([]);
};

const storedState = async (id: string) => Object((await firm.storedLead(id))?.conflict).state;
const eventTypes = async (id: string) =>
  bodyOf(await firm.send(listEvents, { query: { lead: id, limit: "100" } }), 200)
    .data.map(({ type }: { type: string }) => type)
    .toSorted();
const keys = async () =>
  (await scanItems(table))
    .filter(({ pk }) => String(pk).includes(`${firm.firmId}#CONFLICTKEY`))
    .map(({ pk, sk }) => `${pk} ${sk}`)
    .toSorted();

const DANA = { firstName: "Dana", lastName: "Doe", email: "dana@example.com", phone: "" };

const sendEntry = async (fields: object = {}) => {
  const body = { name: "Doe, Dana", aliases: ["Dee Doe"], role: "adverse", ...fields };
  expect((await firm.send(putEntry, { params: { key: "a-1" }, body })).status).toBeLessThan(300);
};

const clear = async (id: string) => {
  const { id: checkId } = bodyOf(await firm.send(createCheck, { params: { id } }), 201);
  const body = { decision: "cleared", member_id: firm.attorney.id, reason: "Known" };
  bodyOf(await firm.send(decideCheck, { params: { id, checkId }, body }), 200);
};

/** A lead that is cleared, and of which all is published. */
const clearedLead = async () => {
  const { id } = await firm.putLead(DANA);
  await publishAll();
  await clear(id);
  await publishAll();
  return id;
};

it("a clearance lapses once, and no key is missing, whichever call of the publisher ends it", async () => {
  const id = await clearedLead();
  await sendEntry();
  await publishAll();
  const expected = { state: "lapsed", types: await eventTypes(id), keys: (await keys()).length };
  expect(expected.types.filter((type: string) => type === "lead.conflict_lapsed")).toHaveLength(1);
  for (const when of ["before", "after"] as const)
    for (let nth = 0; ; nth++) {
      await firm.renew();
      await setGate(table, firm.firmId);
      const lead = await clearedLead();
      await sendEntry();
      const crash = crashAtCall(nth, when);
      await publish();
      const isOver = waiting.length === 0;
      crash.mockRestore();
      await publishAll();
      const found = {
        ...{ state: await storedState(lead), types: await eventTypes(lead) },
        keys: (await keys()).length,
      };
      expect({ when, nth, ...found }).toEqual({ when, nth, ...expected });
      if (isOver) break;
    }
});

/** A lead that came in while the index was built, and is due for its check now. */
const dueLead = async () => {
  await setGate(table, firm.firmId, { autoCheck: true, index: "building" });
  const { id } = await firm.putLead(DANA);
  await publishAll();
  await setGate(table, firm.firmId, { autoCheck: true });
  await updateItem(table, touchLead(firm.firmId, id, "checkDue", 1));
  return id;
};

it.each<[string, () => Promise<string>]>([
  ["that is new", async () => (await firm.putLead(DANA)).id],
  ["that came in while the index was built", dueLead],
])("a lead %s is checked once, whichever call of the publisher ends it", async (_, newLead) => {
  for (const when of ["before", "after"] as const)
    for (let nth = 0; ; nth++) {
      await firm.renew();
      await setGate(table, firm.firmId, { autoCheck: true });
      const id = await newLead();
      const crash = crashAtCall(nth, when);
      await publish();
      const isOver = waiting.length === 0;
      crash.mockRestore();
      await publishAll();
      const { data } = bodyOf(await firm.send(listChecks, { params: { id } }), 200);
      expect({ when, nth, checks: data.length, state: await storedState(id) }).toEqual({
        ...{ when, nth, checks: 1, state: "no_match" },
      });
      if (isOver) break;
    }
});

const rename = async (id: string, first_name: string) =>
  bodyOf(await firm.send(updateLead, { params: { id }, body: { first_name } }), 200);

/** Returns the changes since the last publication, which they wait for no longer. */
const takeChanges = async () =>
  (await read()).filter(({ dynamodb }) => dynamodb?.NewImage?.changeId !== undefined);

it("no key is missing when a change that was brought in comes again together with the next one", async () => {
  const { id } = await firm.putLead(DANA);
  await publishAll();
  const expected = await keys();
  await rename(id, "Ann");
  const first = await takeChanges();
  await publishEvents(streamEvent(...first));
  await rename(id, "Dana");
  waiting = first;
  await publishAll();
  expect(await keys()).toEqual(expected);
});

it("no key is missing or left over when a discarded change is replayed after later ones", async () => {
  const { id } = await firm.putLead(DANA);
  await publishAll();
  const expected = await keys();
  await rename(id, "Ann");
  await sendEntry();
  const discarded = await takeChanges();
  await rename(id, "Dana");
  await firm.send(deleteEntry, { params: { key: "a-1" } });
  await publishAll();
  waiting = discarded;
  await publishAll();
  expect(await keys()).toEqual(expected);
});

it("a clearance lapses by an entry whose change was discarded once that is replayed", async () => {
  const id = await clearedLead();
  await sendEntry();
  const discarded = await takeChanges();
  await sendEntry({ matter: "7" });
  await publishAll();
  expect(await storedState(id)).toBe("cleared");
  waiting = discarded;
  await publishAll();
  expect(await storedState(id)).toBe("lapsed");
});

it("a clearance lapses by what comes in while the lead's own keys are being written", async () => {
  const { id } = await firm.putLead(DANA);
  await clear(id);
  await sendEntry();
  const changes = await takeChanges();
  const isOfEntry = ({ dynamodb }: DynamoDBRecord) => dynamodb?.NewImage?.key?.S === "a-1";
  const [ofEntry, ofLead] = [changes.filter(isOfEntry), changes.filter((each) => !isOfEntry(each))];
  let entryIsIn: Promise<unknown> | undefined;
  interceptStoreCalls(async ({ name, input, inInvocation, send }) => {
    if (name === "Put" && JSON.stringify(input).includes(`#LEAD#${id}`)) {
      entryIsIn ??= inInvocation(() => publishEvents(streamEvent(...ofEntry)));
      await entryIsIn;
    }
    return send();
  });
  await publishEvents(streamEvent(...ofLead));
  expect([entryIsIn, await storedState(id)]).toEqual([expect.anything(), "lapsed"]);
});

it("a clearance lapses by a lead whose own events can never be published", async () => {
  const queue = captureQueue();
  const id = await clearedLead();
  const parties = [{ role: "adverse" as const, name: "Dana Doe", aliases: [], email: "", phone: "" }];
  await firm.putLead({ firstName: "Bob", parties, data: { summary: "x".repeat(270_000) } });
  await publishAll();
  expect([queue.sent.length, await storedState(id)]).toEqual([1, "lapsed"]);
});
