import { expect, it } from "@jest/globals";
import { soakBookings } from "../soak/soak-bookings.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();

/** Few enough that no request runs out of time between conflicts, even on a busy machine. `npm run soak` has more. */
const WORKERS = 6;

it("every answer to random concurrent requests matches the contract, locks agree, and reminders are emitted", async () => {
  // Random settings are in force for a while, and refuse many or few requests in a row.
  const minimum: Readonly<Record<string, number>> = {
    "book accepted": 60,
    "book any accepted": 15,
    "book any slot_unavailable": 5,
    "hold any accepted": 5,
    "book reminded accepted": 40,
    "reschedule reminded accepted": 10,
    "reminders accepted": 20,
    "reminders that came": 10,
    "book held accepted": 20,
    "reschedule accepted": 20,
    "hold accepted": 20,
    "settings accepted": 30,
    "book slot_unavailable": 15,
    "book rules": 5,
    "book outside_office_hours": 5,
    "book attorney_unavailable": 5,
    "book busy_time": 5,
    "hold busy_time": 1,
    "reschedule busy_time": 2,
    "push accepted": 40,
    "push version_conflict": 3,
    "remove calendar accepted": 8,
    "availability accepted": 8,
    "decide accepted": 10,
    "book conflict_not_cleared": 5,
    "hold conflict_not_cleared": 1,
  };
  const { outcomes, problems } = await soakBookings(table, {
    operations: 1_700,
    minimum,
    workers: WORKERS,
    seed: 1,
    hasGate: true,
  });
  expect(problems).toEqual([]);
  const rare = Object.entries(minimum).filter(([outcome, count]) => (outcomes[outcome] ?? 0) < count);
  expect(rare.map(([outcome, count]) => `${outcome}: ${outcomes[outcome] ?? 0}, not ${count}`)).toEqual([]);
}, 1_800_000);
