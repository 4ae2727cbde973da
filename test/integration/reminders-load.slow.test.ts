import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { sweepReminders } from "../../shared/consultations/sweep-reminders.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import { createdAtMilliseconds } from "../../shared/runtime/record-id.ts";
import { REMINDER_SHARDS } from "../../shared/table/due-index.ts";
import { bookedItems, newConsultation } from "../support/booked-consultations.ts";
import { newFirm } from "../support/firms.ts";
import { putItems } from "../support/put-items.ts";
import { scanItems } from "../support/scan-table.ts";
import { simulateTime } from "../support/simulated-time.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { minutesBefore } from "../support/use-reminders.ts";

const table = useTable();
afterEach(() => {
  jest.restoreAllMocks();
});

const COUNT = 1_000;
const DUE = minutesBefore(60);

const store = async (count: number, reminderMinutes: readonly number[]) => {
  const { firmId, attorney } = await newFirm(table);
  const consultation = () => newConsultation({ attorneyId: attorney.id, reminderMinutes });
  const items = bookedItems(firmId, Array.from({ length: count }, consultation));
  await putItems(table, items.slice(0, count));
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
    "%s: the item, four indexes that hold all of it, and the one of what is due",
    async (_, minutes, expected) => {
      await store(1, minutes);
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

/** A tenth of what a minute must manage, since a database on this machine is slower than its simulated time. */
it("1,000 reminders of one instant come within two seconds of the sweep, by a read and a write each", async () => {
  await store(COUNT, [60]);
  // 20 milliseconds a call are slow for DynamoDB.
  const calls = simulateTime({ callMilliseconds: 20, seed: 1 });
  await sweepFrom(DUE);
  const count = (name: string) => calls.filter((each) => each === name).length;
  expect([count("Get"), count("Update")]).toEqual([COUNT, COUNT]);
  expect(count("Query")).toBeLessThanOrEqual(3 * REMINDER_SHARDS.length);
  jest.restoreAllMocks();
  const delays = (await scanItems(table))
    .filter(({ pk }) => String(pk).endsWith("#CONSULTATION"))
    .map(({ changeId }) => createdAtMilliseconds(String(changeId)) - DUE)
    .filter((milliseconds) => milliseconds >= 0);
  expect(delays.length).toBeGreaterThanOrEqual(COUNT);
  expect(Math.max(...delays)).toBeLessThan(2_000);
}, 300_000);
