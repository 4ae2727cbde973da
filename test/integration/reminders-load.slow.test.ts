import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { parseConsultation } from "../../shared/consultations/consultation.store.ts";
import { sweepReminders } from "../../shared/consultations/sweep-reminders.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import { createdAtMilliseconds } from "../../shared/runtime/record-id.ts";
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

const COUNT = 10_000;
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

it(`${COUNT} reminders of one instant all come within 60 seconds, by a read and a write each, in one sweep that begins 30 seconds later`, async () => {
  await store(COUNT, [60]);
  // 20 milliseconds a call are slow for DynamoDB.
  const calls = simulateTime({ callMilliseconds: 20, seed: 1 });
  const sweepStart = DUE + 30_000;
  await sweepFrom(sweepStart);
  const count = (name: string) => calls.filter((each) => each === name).length;
  expect([count("Get"), count("Update")]).toEqual([COUNT, COUNT]);
  expect(count("Query")).toBeLessThan(COUNT / 100 + 30);
  jest.restoreAllMocks();
  const late = (await scanItems(table))
    .filter(({ pk, changeId }) => String(pk).endsWith("#CONSULTATION") && typeof changeId === "string")
    .filter((item) => parseConsultation(item).revision === 2)
    .map(({ changeId }) => createdAtMilliseconds(String(changeId)) - DUE)
    .filter((milliseconds) => milliseconds > 0);
  console.info(`${late.length} came within ${Math.max(...late) / 1_000} seconds`);
  expect(late.length).toBe(COUNT);
  expect(Math.max(...late)).toBeLessThan(60_000);
}, 300_000);
