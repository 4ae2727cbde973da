import { expect, it } from "@jest/globals";
import { soakBookings } from "../support/booking-soak.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();

it("random concurrent bookings, reschedules and endings leave no overlap and consistent slots", async () => {
  const { outcomes, problems } = await soakBookings(table, { operations: 1_500, workers: 16, seed: 1 });
  expect(problems).toEqual([]);
  expect(outcomes["book 201"]).toBeGreaterThan(200);
  expect(outcomes["reschedule 200"]).toBeGreaterThan(50);
  expect(outcomes["book slot_unavailable"]).toBeGreaterThan(50);
}, 240_000);
