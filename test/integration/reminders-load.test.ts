import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { sweepReminders } from "../../shared/consultations/sweep-reminders.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import { createdAtMilliseconds } from "../../shared/runtime/record-id.ts";
import { bookedItems, newConsultation } from "../support/booked-consultations.ts";
import { newFirm } from "../support/firms.ts";
import { putItems } from "../support/put-items.ts";
import { scanItems } from "../support/scan-table.ts";
import { simulateTime } from "../support/simulated-time.ts";
import { interceptStoreCalls, type StoreCall } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { minutesBefore } from "../support/use-reminders.ts";

const table = useTable();
afterEach(() => {
  jest.restoreAllMocks();
});

const DUE = minutesBefore(60);

/** Stores a firm with `count` consultations whose first reminders are due at one instant. */
const storeFirm = async (count: number, reminderMinutes: readonly number[]) => {
  const { firmId, attorney } = await newFirm(table);
  const consultation = () => newConsultation({ attorneyId: attorney.id, reminderMinutes });
  const items = bookedItems(firmId, Array.from({ length: count }, consultation));
  await putItems(table, items.slice(0, count));
  return firmId;
};

const sweepFrom = (start: number) => {
  const begun = process.hrtime.bigint();
  const now = () => start + Number((process.hrtime.bigint() - begun) / 1_000_000n);
  return runInvocation({ function: "sweep-deliveries" }, () =>
    sweepReminders({ table, now, wait: async () => {} }),
  );
};

describe("a reminder", () => {
  it.each([
    ["that is followed by another costs 7 write units", [60, 30], 7],
    ["that is the last costs 6", [60], 6],
  ])(
    "%s: the item, four indexes with all of its attributes, and the index of due items",
    async (_, minutes, expected) => {
      await storeFirm(1, minutes);
      const written: number[] = [];
      interceptStoreCalls(async ({ name, input, send }) => {
        Object.assign(input, { ReturnConsumedCapacity: "TOTAL" });
        const answer = (await send()) as { ConsumedCapacity?: { CapacityUnits: number } };
        if (name === "Update") written.push(answer.ConsumedCapacity?.CapacityUnits ?? 0);
        return answer;
      });
      await sweepFrom(DUE);
      expect(written).toEqual([expected]);
    },
  );
});

/**
 * The share of the load that runs: so much fewer reminders, each call so much longer, and so much fewer writes that a
 * partition serves. As many calls run at once, so the simulated time is that of the whole load.
 */
const SHARE = 1 / 20;

const COUNT = 10_000 * SHARE;

/** A sweep emits what is due within the 20 seconds after its start, so this is the latest start of the next sweep. */
const LATEST_START = DUE + 40_000;

/** The writes that a partition serves in a second: each takes one unit for the item and one for each index. */
const WRITES_A_SECOND = 1_000 * SHARE;

/** Throttles updates of a firm's items beyond what one partition serves in a second. */
const partitionLimit = () => {
  const served = new Map<string, number>();
  return ({ name, input }: StoreCall, nowMilliseconds: number) => {
    if (name !== "Update") return false;
    const second = `${Object(input.Key).pk} ${Math.floor(nowMilliseconds / 1_000)}`;
    const count = served.get(second) ?? 0;
    if (count < WRITES_A_SECOND) served.set(second, count + 1);
    return count >= WRITES_A_SECOND;
  };
};

describe("10,000 reminders of one instant", () => {
  it.each([
    // 20 milliseconds a call are slow for DynamoDB.
    ["of a hundred firms", { firms: 100, sweeps: 2, callMilliseconds: 20 }],
    // Faster than the firm's partition serves.
    ["of one firm", { firms: 1, sweeps: 1, callMilliseconds: 5 }],
  ])(
    "%s come once each, within 60 seconds, when the sweep begins as late as it may",
    async (_, { firms, sweeps, callMilliseconds }) => {
      const ids: string[] = [];
      for (let firm = 0; firm < firms; firm++) ids.push(await storeFirm(COUNT / firms, [60]));
      simulateTime({ callMilliseconds: callMilliseconds / SHARE, seed: 1, isThrottled: partitionLimit() });
      await Promise.all(Array.from({ length: sweeps }, () => sweepFrom(LATEST_START)));
      jest.restoreAllMocks();
      const reminded = (await scanItems(table)).filter(
        ({ pk, revision }) => ids.some((id) => String(pk).includes(id)) && revision === 2,
      );
      expect(reminded).toHaveLength(COUNT);
      const delays = reminded.map(({ changeId }) => createdAtMilliseconds(String(changeId)) - DUE);
      expect(Math.max(...delays)).toBeLessThan(60_000);
    },
    1_200_000,
  );
});
