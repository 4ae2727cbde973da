import { expect, it } from "@jest/globals";
import { soakBookings } from "../soak/soak-bookings.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();

const OPERATIONS = 1_500;
/** On a busy machine a few requests run out of time among so many others. They have changed nothing. */
const OUT_OF_TIME = /^unavailable instead of /;

it("every answer to random concurrent requests is what the contract says, and the locks agree", async () => {
  const { outcomes, problems } = await soakBookings(table, { operations: OPERATIONS, workers: 16, seed: 1 });
  expect(problems.filter((problem) => !OUT_OF_TIME.test(problem))).toEqual([]);
  expect(problems.length).toBeLessThan(OPERATIONS / 100);
  const minimum: Record<string, number> = {
    "book accepted": 100,
    "book held accepted": 20,
    "reschedule accepted": 50,
    "hold accepted": 20,
    "settings accepted": 20,
    "book slot_unavailable": 5,
    "book rules": 5,
    "book outside_office_hours": 5,
    "book attorney_unavailable": 5,
  };
  const rare = Object.entries(minimum).filter(([outcome, count]) => (outcomes[outcome] ?? 0) < count);
  expect(rare).toEqual([]);
}, 240_000);
