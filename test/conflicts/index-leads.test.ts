import { expect, it } from "@jest/globals";
import { handler as updateLead } from "../../functions/leads/update-lead.ts";
import { handler as getFirm } from "../../functions/settings/get-firm.ts";
import { handler as updateFirm } from "../../functions/settings/update-firm.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { CACHED_MILLISECONDS } from "../../shared/table/record-cache.ts";
import { settingsKey } from "../../shared/table/record-keys.ts";
import { times } from "../support/booking-fixture.ts";
import { conflictIn } from "../support/conflict-gate.ts";
import { fakeDate } from "../support/fake-date.ts";
import { bodyOf } from "../support/http-call.ts";
import { generationsOf, isIndexDue, sweepIndexes } from "../support/index-sweep.ts";
import { readLeads } from "../support/leads.ts";
import { readItem } from "../support/read-item.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);

const enable = async (enabled = true) =>
  bodyOf(await firm.send(updateFirm, { body: { conflict_gate: { enabled } } }), 200);
const storedIndex = async () => (await readItem(table, settingsKey(firm.firmId)))?.conflictIndex;

/** Creates leads of any kind. */
const putLeads = (count: number) =>
  Promise.all(
    times(count, (index) =>
      firm.putLead([{}, { archived: true }, { mergedInto: newRecordId(Date.now()) }][index % 3]),
    ),
  );

it("brings all leads to the index, 25 a second, and shows how far it is under the same version", async () => {
  await putLeads(60);
  const before = await readLeads(table, firm.firmId);
  const { version, conflict_index } = await enable();
  expect(conflict_index).toEqual({ state: "building", indexed: 0 });
  const [shown, waits]: [unknown[], number[]] = [[], []];
  await sweepIndexes(table, {
    onWait: async (milliseconds) => {
      waits.push(milliseconds);
      shown.push(Object(await storedIndex()).indexed);
    },
  });
  expect([shown, waits.slice(1)]).toEqual([
    [0, 0, 25, 50],
    [1_000, 1_000, 1_000],
  ]);
  fakeDate(Date.now() + 10_000);
  expect((await firm.send(getFirm)).body).toMatchObject({
    conflict_index: { state: "complete", indexed: 60 },
    version,
  });
  expect(await readLeads(table, firm.firmId)).toEqual(
    before.map((lead) => ({ ...lead, conflictIndexed: 1, revision: Number(lead.revision) + 1 })),
  );
  expect(await isIndexDue(table, firm.firmId)).toBe(false);
});

it("touches no lead while an instance may still have the settings from before", async () => {
  await putLeads(1);
  await enable();
  let waited = 0;
  const touchedAfter: number[] = [];
  interceptStoreCalls(({ name, input, send }) => {
    if (name === "Update" && JSON.stringify(input).includes("conflictIndexed")) touchedAfter.push(waited);
    return send();
  });
  await sweepIndexes(table, {
    onWait: (milliseconds) => {
      waited += milliseconds;
    },
  });
  expect(touchedAfter).toEqual([expect.any(Number)]);
  expect(touchedAfter[0]).toBeGreaterThan(CACHED_MILLISECONDS);
});

it("goes on in the next sweep when the time of one is over", async () => {
  await putLeads(60);
  await enable();
  await sweepIndexes(table, { pace: 9 });
  expect(await storedIndex()).toEqual({
    ...{ state: "building", indexed: 25, generation: 1 },
    cursor: (await readLeads(table, firm.firmId))[24]?.sk,
  });
  await sweepIndexes(table);
  expect(await storedIndex()).toEqual({ state: "complete", indexed: 60, generation: 1 });
});

it("touches every lead anew when the gate is enabled again, and none while it is off", async () => {
  await putLeads(2);
  await enable();
  await enable(false);
  await sweepIndexes(table);
  expect(await generationsOf(table, firm.firmId)).toEqual([0, 0]);
  expect([await storedIndex(), await isIndexDue(table, firm.firmId)]).toEqual([
    { state: "off", indexed: 0, generation: 1 },
    false,
  ]);
  for (const generation of [2, 3]) {
    await enable();
    await sweepIndexes(table);
    expect(await generationsOf(table, firm.firmId)).toEqual([generation, generation]);
    await enable(false);
  }
});

it("waits for caches again when the gate is disabled and enabled while it builds", async () => {
  await putLeads(30);
  await enable();
  let turns = 0;
  await sweepIndexes(table, {
    onWait: async () => {
      turns += 1;
      if (turns !== 2) return;
      await enable(false);
      await enable();
    },
  });
  expect(await storedIndex()).toEqual({ state: "building", indexed: 0, generation: 2 });
  await sweepIndexes(table);
  expect(await storedIndex()).toEqual({ state: "complete", indexed: 30, generation: 2 });
  expect(new Set(await generationsOf(table, firm.firmId))).toEqual(new Set([2]));
});

it("a firm without leads is indexed at once", async () => {
  await enable();
  await sweepIndexes(table);
  expect(await storedIndex()).toEqual({ state: "complete", indexed: 0, generation: 1 });
});

it("a clearance lapses by a change of its lead while the gate is off; a blocked lead stays blocked", async () => {
  const states = ["cleared", "waived", "no_match", "blocked"] as const;
  for (const state of states) {
    const { id } = await firm.putLead({ conflict: conflictIn(state) });
    expect((await firm.send(updateLead, { params: { id }, body: { last_name: "Byron" } })).status).toBe(200);
    expect((await firm.storedLead(id))?.conflict).toMatchObject({
      state: state === "blocked" ? "blocked" : "lapsed",
      isOutdated: true,
    });
  }
});
