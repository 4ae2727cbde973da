import { expect, it } from "@jest/globals";
import { soakBookings } from "../soak/soak-bookings.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();

/** Few enough that no request runs out of time between conflicts, even on a busy machine. `npm run soak` has more. */
const WORKERS = 6;

it("every answer to random concurrent requests matches the contract, locks agree, and reminders are emitted", async () => {
  const { outcomes, problems } = await soakBookings(table, { operations: 850, workers: WORKERS, seed: 1 });
  expect(problems).toEqual([]);
  const minimum: Record<string, number> = {
    "book accepted": 50,
    "book any accepted": 15,
    "book any slot_unavailable": 3,
    "hold any accepted": 5,
    "book reminded accepted": 20,
    "reschedule reminded accepted": 5,
    "reminders accepted": 10,
    "reminders that came": 5,
    "book held accepted": 10,
    "reschedule accepted": 25,
    "hold accepted": 10,
    "settings accepted": 10,
    "book slot_unavailable": 3,
    "book rules": 3,
    "book outside_office_hours": 3,
    "book attorney_unavailable": 3,
    "book busy_time": 1,
    "hold busy_time": 1,
    "reschedule busy_time": 1,
    "push accepted": 20,
    "push version_conflict": 1,
    "remove calendar accepted": 5,
    "availability accepted": 5,
  };
  const rare = Object.entries(minimum).filter(([outcome, count]) => (outcomes[outcome] ?? 0) < count);
  expect(rare).toEqual([]);
}, 240_000);
