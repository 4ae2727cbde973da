import { beforeEach, expect, it } from "@jest/globals";
import { handler as createCheck } from "../../../functions/conflicts/create-conflict-check.ts";
import { handler as listChecks } from "../../../functions/conflicts/list-conflict-checks.ts";
import { handler as mergeLead } from "../../../functions/lead-merge/merge-lead.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { handler as updateFirm } from "../../../functions/settings/update-firm.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { times } from "../../support/booking-fixture.ts";
import { captureLog } from "../../support/capture-log.ts";
import { eventPublisher } from "../../support/erasure-fixture.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { bodyOf } from "../../support/http-call.ts";
import { isIndexDue, sweepIndexes } from "../../support/index-sweep.ts";
import { ADA } from "../../support/leads.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable({ stream: true });
const firm = useFirm(table);
let publisher: ReturnType<typeof eventPublisher>;
beforeEach(() => {
  publisher = eventPublisher(table, [firm]);
});

const publish = async () => {
  for (let round = 0; round < 3; round++) await publisher.publish();
};
const setGate = async (gate: object) =>
  bodyOf(await firm.send(updateFirm, { body: { conflict_gate: gate } }), 200);
const build = async (onWait = async () => {}) => {
  await sweepIndexes(table, { onWait });
  // The publisher's instance reads the settings again.
  fakeDate(Date.now() + 5_000);
  await publish();
};

/** A lead that was there long before. */
const oldLead = async (changes: Partial<Lead> = {}) =>
  (await firm.putLead({ id: newRecordId(Date.now() - 60_000), ...changes })).id;
const comeIn = async (email: string) =>
  bodyOf(await firm.send(createLead, { body: { ...ADA, email } }), 201).id as string;
const patch = async (id: string, body: object) =>
  bodyOf(await firm.send(updateLead, { params: { id }, body }), 200);
const checksOf = async (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => bodyOf(await firm.send(listChecks, { params: { id } }), 200).data.length),
  );

it("checks once the index is complete, once each, who came in or changed while it was built", async () => {
  const [untouched, staged, renamed, survivor] = await Promise.all(times(4, () => oldLead()));
  const merged = await oldLead({ email: "merged@example.com" });
  // An instance that still knows no gate brings in the first one.
  await publish();
  await setGate({ enabled: true, auto_check: true });
  const early = await comeIn("early@example.com");
  await publish();
  const late: string[] = [];
  await build(async () => {
    await publisher.publish();
    if (late.length > 0) return;
    late.push(await comeIn("late@example.com"));
    await patch(renamed as string, { last_name: "Byron" });
    await patch(staged as string, { status: "contacted" });
    await firm.send(mergeLead, { params: { id: survivor as string }, body: { from: merged } });
  });
  const ids = [untouched, staged, renamed, survivor, early, ...late] as string[];
  expect(await checksOf(ids)).toEqual([0, 0, 1, 1, 1, 1]);
  expect(await isIndexDue(table, firm.firmId)).toBe(false);
  await build();
  expect(await checksOf(ids)).toEqual([0, 0, 1, 1, 1, 1]);
});

it("brings 25 a second to their checks, and goes on in the next sweep", async () => {
  await setGate({ enabled: true, auto_check: true });
  const ids = await Promise.all(times(30, async () => (await firm.putLead()).id));
  await publish();
  let waits = 0;
  const stopAfter = (count: number) => async () => {
    if (++waits === count) throw new Error("The function has ended.");
  };
  // One wait for caches, two pages of the index, and one of checks.
  captureLog();
  await sweepIndexes(table, { onWait: stopAfter(5) });
  fakeDate(Date.now() + 5_000);
  await publish();
  const checked = async () => (await checksOf(ids)).filter((count) => count === 1).length;
  expect(await checked()).toBe(25);
  await build();
  expect(await checked()).toBe(30);
});

it.each<[string, object, number]>([
  ["the firm does not want that", { auto_check: false }, 0],
  ["the firm wants that before the index is complete", { auto_check: true }, 1],
])("checks who came in while the index was built: %s", async (_, later, expected) => {
  await setGate({ enabled: true, auto_check: expected === 0 });
  const id = await comeIn("ada@example.com");
  await setGate(later);
  await build();
  expect(await checksOf([id])).toEqual([expected]);
});

it("leaves a lead alone that somebody has checked since", async () => {
  await setGate({ enabled: true, auto_check: true });
  const id = await comeIn("ada@example.com");
  await sweepIndexes(table);
  fakeDate(Date.now() + 5_000);
  bodyOf(await firm.send(createCheck, { params: { id } }), 201);
  await publish();
  expect(await checksOf([id])).toEqual([1]);
});
