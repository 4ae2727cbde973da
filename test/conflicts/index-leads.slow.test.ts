import { afterEach, expect, it, jest } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as getFirm } from "../../functions/settings/get-firm.ts";
import { handler as updateFirm } from "../../functions/settings/update-firm.ts";
import { settingsKey } from "../../shared/table/record-keys.ts";
import { times } from "../support/booking-fixture.ts";
import { captureLog } from "../support/capture-log.ts";
import { bodyOf } from "../support/http-call.ts";
import { generationsOf, isIndexDue, sweepIndexes } from "../support/index-sweep.ts";
import { ADA, readLeads } from "../support/leads.ts";
import { readItem } from "../support/read-item.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { sdkError } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";

const table = useTable();
const firm = useFirm(table);
afterEach(() => {
  jest.restoreAllMocks();
});

const change = async (body: object) => bodyOf(await firm.send(updateFirm, { body }), 200);
const enable = (enabled = true) => change({ conflict_gate: { enabled } });
const storedIndex = async () => (await readItem(table, settingsKey(firm.firmId)))?.conflictIndex;

/** Lets no call through from one on: the function has ended before or after it. */
const dieAt = (position: number, ending: "before" | "after", onCall = () => {}) => {
  let calls = 0;
  return interceptStoreCalls(async ({ input, send }) => {
    if (!JSON.stringify(input).includes(firm.firmId)) return send();
    calls += 1;
    onCall();
    if (calls < position) return send();
    if (calls === position && ending === "after") await send();
    throw sdkError("AbortError");
  });
};

it.each(["before", "after"] as const)(
  "loses and counts no lead twice when it ends %s any call",
  async (ending) => {
    captureLog();
    await Promise.all(times(27, () => firm.putLead()));
    // Two reads, then of both pages a query, the touches and the progress, with a read between them, and the end.
    const CALLS = 2 + (1 + 25 + 1) + 1 + (1 + 2 + 1) + 1 + 1;
    for (let position = 1; position <= CALLS; position++) {
      await enable(false);
      await enable();
      const spy = dieAt(position, ending);
      await sweepIndexes(table).catch(() => {});
      spy.mockRestore();
      await sweepIndexes(table);
      const { generation } = Object(await storedIndex());
      expect(await storedIndex()).toEqual({ state: "complete", indexed: 27, generation });
      expect(new Set(await generationsOf(table, firm.firmId))).toEqual(new Set([generation]));
      await sweepIndexes(table);
      expect(await isIndexDue(table, firm.firmId)).toBe(false);
    }
  },
);

it.each(["before", "after"] as const)(
  "brings each lead to its check once that came in meanwhile, when it ends %s any call",
  async (ending) => {
    captureLog();
    for (let [position, isCut] = [1, true]; isCut; position++) {
      await firm.renew();
      await change({ conflict_gate: { enabled: true, auto_check: true } });
      await Promise.all(times(3, () => firm.putLead()));
      let calls = 0;
      const spy = dieAt(position, ending, () => {
        calls += 1;
      });
      await sweepIndexes(table).catch(() => {});
      spy.mockRestore();
      isCut = calls >= position;
      await sweepIndexes(table);
      expect(await storedIndex()).toEqual({ state: "complete", indexed: 3, generation: 1 });
      const touched = (await readLeads(table, firm.firmId)).map((lead) => [
        ...[lead.conflictIndexed, lead.checkDue, lead.revision],
      ]);
      expect([position, touched]).toEqual([position, times(3, () => [1, 1, 3])]);
      await sweepIndexes(table);
      expect(await isIndexDue(table, firm.firmId)).toBe(false);
    }
  },
);

it("is exact for several sweeps at once, whatever the office sets, and while leads come in", async () => {
  for (const _ of times(4, () => null)) {
    await firm.renew();
    await Promise.all(times(80, () => firm.putLead()));
    await enable();
    const before = Number((await firm.send(getFirm)).body.version);
    const names = times(5, (index) => `Law ${index}`);
    await Promise.all([
      ...times(3, () => sweepIndexes(table)),
      ...names.map((name) => change({ name })),
      ...times(20, (index) => firm.send(createLead, { body: { ...ADA, email: `ada${index}@example.com` } })),
    ]);
    // A sweep that another one overtakes leaves the rest to the next.
    await sweepIndexes(table);
    const { state, indexed } = Object(await storedIndex());
    const touched = (await generationsOf(table, firm.firmId)).filter((generation) => generation === 1);
    // What came in behind the walk is the consumer's.
    expect([state, indexed === touched.length, touched.length >= 80]).toEqual(["complete", true, true]);
    const { name, version } = (await firm.send(getFirm)).body;
    expect([names.includes(name), version]).toEqual([true, before + 5]);
  }
});

it("ends as the gate is last set, however often it is switched meanwhile", async () => {
  for (const last of [true, false, true, false]) {
    await firm.renew();
    await Promise.all(times(40, () => firm.putLead()));
    const switches = async () => {
      for (const enabled of [true, false, true, false, true, last]) await enable(enabled);
    };
    await Promise.all([switches(), ...times(4, () => sweepIndexes(table))]);
    await sweepIndexes(table);
    await sweepIndexes(table);
    const { state, generation, indexed } = Object(await storedIndex());
    expect([state, generation, indexed]).toEqual(last ? ["complete", 3, 40] : ["off", 3, 0]);
    expect(await isIndexDue(table, firm.firmId)).toBe(false);
    if (last) expect(new Set(await generationsOf(table, firm.firmId))).toEqual(new Set([3]));
  }
});
