import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import { handler as updateFirmHandler } from "../../functions/settings/update-firm.ts";
import type { Item } from "../../shared/table/record-keys.ts";
import { expectConsistentSlots, times, useBookingFixture } from "../support/booking-fixture.ts";
import { judgeHistory, newMark } from "../support/clearance-oracle.ts";
import { setGate } from "../support/conflict-gate.ts";
import { findKeyViolations } from "../support/conflict-key-oracle.ts";
import { findConflictViolations, findEventViolations } from "../support/conflict-oracle.ts";
import { newConflictRace } from "../support/conflict-race.ts";
import { captureBus } from "../support/event-bus.ts";
import { bodyOf } from "../support/http-call.ts";
import { readStoredLead } from "../support/leads.ts";
import { SELF_SERVICE } from "../support/links.ts";
import { publishLossily } from "../support/lossy-stream.ts";
import { findMergeViolations } from "../support/merge-invariants.ts";
import { disturbCalls } from "../support/random-faults.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { scanItems } from "../support/scan-table.ts";
import { createTestSource } from "../support/sources.ts";
import { useTable } from "../support/test-table.ts";
import { walkEvents } from "../support/walk-events.ts";

const table = useTable({ stream: true });
const { fixture, send, updateFirm, newAttorney } = useBookingFixture(table, beforeEach);
afterEach(() => {
  jest.restoreAllMocks();
});

const REQUESTS = 420;
const WORKERS = 12;
const LEADS = 10;
const SEED = Number(process.env.PROPERTY_SEED ?? 1);

/** Begins everything that goes on at once. */
const startRace = async () => {
  const { key, firmId, attorney } = fixture;
  // Before an instance knows the settings.
  await setGate(table, firmId);
  // A lead's first booking also ends its deadline.
  const rule = { key: "all", members: [{ id: attorney.id }], respond_within_min: 600 };
  await updateFirm({ ...SELF_SERVICE, routing: [rule] });
  const pool = await Promise.all(times(2, () => newAttorney()));
  const source = await createTestSource(key, { mapping: { "parties.adverse": "opponents" } });
  const random = randomNumbers(SEED);
  const faults = disturbCalls(random);
  const publishing = await publishLossily(table, { faults, random });
  const race = newConflictRace({
    ...{ faults, random, key, sourceKey: source.secret },
    attorneyIds: [attorney, ...pool].map(({ id }) => id),
    storedLead: (id) => readStoredLead(table, firmId, id),
  });
  await Promise.all(times(LEADS, race.create));
  return { race, faults, publishing };
};

type Started = Awaited<ReturnType<typeof startRace>>;
type Race = Started["race"];

/** Requires less of leads, and later as much as before. A mark stands where less may be in force. */
const switchGate = async ({ ask }: Race, required: "all" | "none") => {
  const mark = () => table.client.send(new PutCommand({ TableName: table.name, Item: newMark(required) }));
  const body = { conflict_gate: { required, auto_check: required === "none" } };
  if (required === "none") await mark();
  expect((await ask(updateFirmHandler, { method: "PATCH", body }))?.status).toBe(200);
  if (required === "all") await mark();
};

const OUTCOMES = [
  ...["book 201", "hold 201", "move by link 200"],
  ...["book conflict_not_cleared", "book by link self_service_not_allowed"],
];

/** Returns which faults and outcomes have happened less than three times. */
const rareIn = ({ race: { seen }, faults }: Pick<Started, "race" | "faults">) => {
  const outcomes = OUTCOMES.map((outcome) => [outcome, seen.outcomes[outcome] ?? 0] as const);
  return [...outcomes, ...Object.entries(faults.happened)].filter(([, count]) => count < 3);
};

/** As long as something is rare, up to twice as many requests follow. */
const run = async ({ race, faults }: Pick<Started, "race" | "faults">) => {
  const switches = new Map([
    [REQUESTS / 3, () => switchGate(race, "none")],
    [(2 * REQUESTS) / 3, () => switchGate(race, "all")],
  ]);
  let begun = 0;
  const work = async () => {
    while (begun < REQUESTS || (begun < 3 * REQUESTS && rareIn({ race, faults }).length > 0))
      await (switches.get(begun++) ?? race.act)();
  };
  await Promise.all(times(WORKERS, work));
};

/** Returns what was answered as made and is not stored, and what is stored twice. */
const findLost = ({ seen }: Race, history: readonly DynamoDBRecord[], items: readonly Item[]): string[] => {
  const starts = history.flatMap(({ dynamodb }) => {
    const item = unmarshall(Object(dynamodb?.NewImage ?? {}));
    const isBooking = dynamodb?.OldImage === undefined && String(item.pk).endsWith("#CONSULTATION");
    return isBooking ? [String(item.startAt)] : [];
  });
  const reasons = items
    .filter(({ pk }) => String(pk).endsWith("#CONFLICTCHECK"))
    .flatMap(({ decisions }) => (Object(decisions) as readonly Item[]).map(({ reason }) => String(reason)));
  const differing = (made: ReadonlyMap<string, boolean>, stored: readonly string[]) =>
    [...made].flatMap(([each, isAnswered]) => {
      const count = stored.filter((other) => other === each).length;
      return count > 1 || (isAnswered && count === 0) ? [`${each} is stored ${count} times`] : [];
    });
  return [...differing(seen.bookings, starts), ...differing(seen.decisions, reasons)];
};

it("whatever comes at once and is lost on the way, nobody is booked outside of a clearance and no conflict is missed", async () => {
  captureBus();
  const { latest } = bodyOf(await send(listEvents), 200);
  console.info(`PROPERTY_SEED=${SEED}`);
  const { race, faults, publishing } = await startRace();
  await run({ race, faults });
  faults.end();
  await publishing.end();
  const { history } = publishing;
  const { judged, wrong } = judgeHistory(history, { leadOfHold: (start) => race.seen.holds.get(start) });
  const items = await scanItems(table);
  const { events } = await walkEvents(fixture.key, latest, { limit: "100" });
  const taken = (kind: string) => judged.filter(({ what }) => what === kind).length;
  const counts = { bookings: taken("booking"), moves: taken("move"), holds: taken("hold") };
  const { outcomes } = race.seen;
  console.info(JSON.stringify({ ...counts, outcomes, faults: faults.happened }, null, 1));
  expect(wrong).toEqual([]);
  expect(findConflictViolations(items, history)).toEqual([]);
  expect(findKeyViolations(items)).toEqual([]);
  expect(findEventViolations(items, history, events)).toEqual([]);
  expect(findLost(race, history, items)).toEqual([]);
  expect(findMergeViolations(items)).toEqual([]);
  await expectConsistentSlots(table);
  expect(rareIn({ race, faults })).toEqual([]);
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
}, 1_800_000);
