import { randomUUID } from "node:crypto";
import type { Member } from "../../../shared/domain/members/member.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addKey, addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { type Scenario, storeLead, type World } from "../world.ts";

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

export const consultationScenarios = async (world: World): Promise<Scenario[]> => {
  // a function reads its environment as it is loaded, and the bench has set that by now
  const { handler: book } = await import("../../../functions/consultations/book-consultation.ts");
  const attorney = await addMember(world.table, world.firmId, {
    timeZone: "UTC",
    officeHours: ROUND_THE_CLOCK,
  });
  const lead = await storeLead(world);
  const key = await addKey(world.table, world.firmId, { scopes: ["consultations:write"] });
  let day = Date.parse("2027-01-04T00:00:00.000Z");

  /** A slot of a day of its own, so that nothing competes; `hour` may reach into the next day. */
  const slot = (hour: number) => new Date(day + hour * HOUR_MILLISECONDS).toISOString();
  const booking = (startAt: string) => ({
    lead_id: lead.id,
    attorney_id: attorney.id,
    type: "Initial",
    start_at: startAt,
    duration_min: 60,
  });
  const onNextDay = (hour: number) => {
    day += 3 * DAY_MILLISECONDS;
    return { body: booking(slot(hour)) };
  };
  const booked = async () => {
    const { body } = await call(book, { key, ...onNextDay(10) });
    return { params: { id: String(body.id) } };
  };
  const replay = { headers: { "idempotency-key": "replayed" }, ...onNextDay(10) };
  const kept = await booked();
  const bookings = { world, endpoint: "book-consultation", status: 201, roundTripsAtMost: 2 };
  const update = { world, endpoint: "update-consultation", status: 200 };
  return [
    { ...bookings, label: "", call: () => onNextDay(10) },
    {
      ...bookings,
      label: "with an Idempotency-Key",
      call: () => ({ headers: { "idempotency-key": randomUUID() }, ...onNextDay(10) }),
    },
    { ...bookings, label: "across midnight", call: () => onNextDay(23.5) },
    { ...bookings, label: "cold the original, warm its repeat", call: () => replay },
    {
      ...update,
      label: "another hour",
      roundTripsAtMost: 2,
      call: async () => ({ ...(await booked()), body: { start_at: slot(15) } }),
    },
    {
      ...update,
      label: "another day",
      roundTripsAtMost: 2,
      call: async () => ({ ...(await booked()), body: { start_at: slot(34) } }),
    },
    {
      ...update,
      label: "cancel",
      roundTripsAtMost: 2,
      call: async () => ({ ...(await booked()), body: { status: "canceled" } }),
    },
    { world, endpoint: "complete-consultation", label: "", status: 200, roundTripsAtMost: 2, call: booked },
    { world, endpoint: "mark-no-show", label: "", status: 200, roundTripsAtMost: 2, call: booked },
    { world, endpoint: "get-consultation", label: "", status: 200, roundTripsAtMost: 1, call: () => kept },
    {
      world,
      endpoint: "list-consultations",
      label: "page of 50",
      status: 200,
      roundTripsAtMost: 1,
      call: () => ({}),
    },
    availability(world, attorney),
  ];
};

const availability = (world: World, attorney: Member): Scenario => ({
  world,
  endpoint: "get-availability",
  label: "31 days",
  status: 200,
  roundTripsAtMost: 2,
  call: () => ({
    params: { id: attorney.id },
    query: { from: "2027-01-04T00:00:00Z", to: "2027-02-04T00:00:00Z", duration_min: "60" },
  }),
});
