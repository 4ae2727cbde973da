import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as createCheck } from "../../../functions/conflicts/create-conflict-check.ts";
import { handler as sendEntry } from "../../../functions/conflicts/put-conflict-entry.ts";
import { handler as publishEvents } from "../../../functions/events/publish-events.consumer.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { times } from "../../support/booking-fixture.ts";
import { captureLog } from "../../support/capture-log.ts";
import { conflictIn, setGate } from "../../support/conflict-gate.ts";
import { captureBus } from "../../support/event-bus.ts";
import { bodyOf } from "../../support/http-call.ts";
import { putKnownLeads } from "../../support/known-records.ts";
import { readLeads } from "../../support/leads.ts";
import { crashAtCall, interceptStoreCalls } from "../../support/store-calls.ts";
import { streamEvent } from "../../support/stream-events.ts";
import { followStream } from "../../support/table-stream.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable({ stream: true });
const firm = useFirm(table);
let read: Awaited<ReturnType<typeof followStream>>;
beforeEach(async () => {
  captureLog();
  captureBus();
  read = await followStream(table);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const fresh = async () => (await read()).filter(({ dynamodb }) => dynamodb?.NewImage?.changeId !== undefined);
const publish = (records: readonly DynamoDBRecord[]) => publishEvents(streamEvent(...records));

/** Runs an action whose calls wait for all others that could be made at once: those are one round trip. */
const countRounds = async (action: () => Promise<unknown>) => {
  let [rounds, calls, underWay] = [0, 0, 0];
  let waiting: (() => void)[] = [];
  const release = () => {
    rounds += 1;
    underWay = waiting.length;
    const released = waiting;
    waiting = [];
    for (const go of released) go();
  };
  const releaseSoon = () => setImmediate(() => setImmediate(release));
  const spy = interceptStoreCalls(async ({ send }) => {
    calls += 1;
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1 && underWay === 0) releaseSoon();
    });
    return send().finally(() => {
      underWay -= 1;
      if (underWay === 0 && waiting.length > 0) releaseSoon();
    });
  });
  await action();
  spy.mockRestore();
  return { rounds, calls };
};

/** A lead with as many parties and names as it can have. */
const crowded = (lead: number): Partial<Lead> => ({
  ...{ firstName: `First${lead}`, lastName: `Last${lead}`, email: `lead${lead}@example.com` },
  parties: times(20, (party) => ({
    role: "adverse" as const,
    name: `Ann${party} Poe${lead}`,
    aliases: [`Bea${party} Poe${lead}`, `Cy${party} Roe${lead}`],
    email: `p${party}.${lead}@example.com`,
    phone: `+1212555${String(lead * 100 + party).padStart(4, "0")}`,
  })),
});

it("a batch of leads with twenty parties each is indexed and checked well within the consumer's minute", async () => {
  const [BATCH, AT_ONCE, ROUND_MILLISECONDS, FUNCTION_MILLISECONDS] = [100, 5, 20, 60_000];
  await setGate(table, firm.firmId, { autoCheck: true });
  for (const index of times(AT_ONCE, (index) => index)) await firm.putLead(crowded(index));
  const records = await fresh();
  expect(records).toHaveLength(AT_ONCE);
  const { rounds, calls } = await countRounds(async () =>
    expect(await publish(records)).toEqual({ batchItemFailures: [] }),
  );
  // Of 164 keys each is written once, and searched by the check and after it.
  expect(calls / AT_ONCE).toBeLessThan(3 * 164 + 20);
  expect((BATCH / AT_ONCE) * rounds * ROUND_MILLISECONDS).toBeLessThan(FUNCTION_MILLISECONDS / 2);
});

it("a name that thousands share is checked, and their clearances lapse once each, however often the work is cut off", async () => {
  const COUNT = 1_100;
  await setGate(table, firm.firmId);
  const NAME = { firstName: "Dana", lastName: "Doe", email: "" };
  await putKnownLeads(
    table,
    firm.firmId,
    times(COUNT, () => ({ ...NAME, conflict: conflictIn("cleared") })),
  );
  const { id } = await firm.putLead(NAME);
  const { rounds, calls } = await countRounds(async () => {
    const answer = bodyOf(await firm.send(createCheck, { params: { id } }), 201);
    expect([answer.matches.length, answer.truncated]).toEqual([200, true]);
  });
  // As many as among a few: the lead and the settings, the keys, the records that have them, the write.
  expect([rounds <= 6, calls < 20]).toEqual([true, true]);

  await fresh();
  const body = { name: "Dana Doe", role: "adverse" };
  bodyOf(await firm.send(sendEntry, { params: { key: "a" }, body }), 201);
  const entry = await fresh();
  const lapsed = async () =>
    (await readLeads(table, firm.firmId)).filter(({ conflict }) => Object(conflict).state === "lapsed");
  const progress: number[] = [];
  for (let isCut = true; isCut; ) {
    const crash = crashAtCall(1_000, "before");
    isCut = await publish(entry).then(
      ({ batchItemFailures }) => batchItemFailures.length > 0,
      () => true,
    );
    crash.mockRestore();
    progress.push((await lapsed()).length);
  }
  // Each of them goes on where the last one was cut off.
  expect(progress).toEqual([...progress].toSorted((one, other) => one - other));
  expect([progress.length > 2, new Set(progress).size, progress.at(-1)]).toEqual([
    true,
    progress.length,
    COUNT,
  ]);
  expect((await lapsed()).every(({ revision }) => revision === 2)).toBe(true);
});
