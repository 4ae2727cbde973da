import { randomUUID } from "node:crypto";
import type { Member } from "../../../shared/members/member.rules.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addKey, addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { type Scenario, storeLead, type World } from "../world.ts";
import { busyDayScenarios } from "./busy-days.ts";
import { calendarScenarios, consultationListScenarios } from "./consultation-lists.ts";
import { poolScenarios } from "./pools.ts";

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;

export const consultationScenarios = async (world: World): Promise<Scenario[]> => {
  // imported late, because a function reads its environment when it is loaded
  const { handler: book } = await import("../../../functions/consultations/book-consultation.ts");
  const { handler: archive } = await import("../../../functions/consultations/archive-consultation.ts");
  const { handler: createHold } = await import("../../../functions/holds/create-hold.ts");
  const attorney = await addMember(world.table, world.firmId, {
    timeZone: "UTC",
    officeHours: ROUND_THE_CLOCK,
  });
  const ruled = await addMember(world.table, world.firmId, {
    timeZone: "America/New_York",
    officeHours: ROUND_THE_CLOCK,
    bookingRules: { minNoticeMinutes: 60, maxAdvanceDays: 3_650, bufferMinutes: 30, maxPerDay: 8 },
  });
  const lead = await storeLead(world);
  const key = await addKey(world.table, world.firmId, { scopes: ["consultations:write"] });
  let day = Date.parse("2027-01-04T00:00:00.000Z");

  /** Each booking gets its own day, so that none conflict; an `hour` above 24 is on the next day. */
  const slot = (hour: number) => new Date(day + hour * HOUR_MILLISECONDS).toISOString();
  const bookingBody = (startAt: string) => ({
    lead_id: lead.id,
    attorney_id: attorney.id,
    type: "Initial",
    start_at: startAt,
    duration_min: 60,
  });
  const onNextDay = (hour: number) => {
    day += 3 * DAY_MILLISECONDS;
    return { body: bookingBody(slot(hour)) };
  };
  const bookOnNextDay = async () => {
    const { body } = await call(book, { key, ...onNextDay(10) });
    return { params: { id: String(body.id) } };
  };
  const heldBody = ({ body: { attorney_id, start_at, duration_min } }: ReturnType<typeof onNextDay>) => ({
    body: { attorney_id, start_at, duration_min, seconds: 30 },
  });
  const holdOnNextDay = async () => {
    const { body } = await call(createHold, { key, ...heldBody(onNextDay(10)) });
    return body;
  };
  const bookHeld = ({ id, start_at }: { id: string; start_at: string }) => ({
    body: { ...bookingBody(start_at), hold_id: id },
  });
  const replay = { headers: { "idempotency-key": "replayed" }, ...onNextDay(10) };
  const existing = await bookOnNextDay();
  const newArchived = async () => {
    const request = await bookOnNextDay();
    await call(archive, { key, ...request });
    return request;
  };
  const archived = await newArchived();
  const bookings = { world, endpoint: "book-consultation", status: 201, maxRoundTrips: 2 };
  const update = { world, endpoint: "update-consultation", status: 200 };
  return [
    { ...bookings, label: "", maxQuietRoundTrips: 2, maxWriteUnits: 12, call: () => onNextDay(10) },
    {
      ...bookings,
      label: "with an Idempotency-Key",
      call: () => ({ headers: { "idempotency-key": randomUUID() }, ...onNextDay(10) }),
    },
    { ...bookings, label: "across midnight", call: () => onNextDay(23.5) },
    {
      ...bookings,
      label: "under rules that reach another day",
      call: () => {
        const { body } = onNextDay(10);
        return { body: { ...body, attorney_id: ruled.id } };
      },
    },
    { ...bookings, label: "original (cold) and replay (warm)", call: () => replay },
    {
      ...update,
      label: "another hour",
      maxRoundTrips: 2,
      call: async () => ({ ...(await bookOnNextDay()), body: { start_at: slot(15) } }),
    },
    {
      ...update,
      label: "another day",
      maxRoundTrips: 2,
      call: async () => ({ ...(await bookOnNextDay()), body: { start_at: slot(34) } }),
    },
    {
      ...update,
      label: "cancel",
      maxRoundTrips: 2,
      maxQuietRoundTrips: 2,
      call: async () => ({ ...(await bookOnNextDay()), body: { status: "canceled" } }),
    },
    {
      world,
      endpoint: "complete-consultation",
      label: "",
      status: 200,
      maxRoundTrips: 2,
      call: bookOnNextDay,
    },
    {
      world,
      endpoint: "complete-consultation",
      label: "with data",
      status: 200,
      maxRoundTrips: 2,
      call: async () => ({ ...(await bookOnNextDay()), body: { data: { notes: "Retained." } } }),
    },
    { world, endpoint: "mark-no-show", label: "", status: 200, maxRoundTrips: 2, call: bookOnNextDay },
    {
      world,
      endpoint: "record-payment",
      label: "",
      status: 200,
      maxRoundTrips: 2,
      call: async () => ({ ...(await bookOnNextDay()), body: { paid: true, amount: 150 } }),
    },
    {
      world,
      endpoint: "record-payment",
      label: "no change",
      status: 200,
      maxRoundTrips: 1,
      call: () => ({ ...existing, body: { paid: false } }),
    },
    {
      world,
      endpoint: "archive-consultation",
      label: "",
      status: 200,
      maxRoundTrips: 2,
      call: bookOnNextDay,
    },
    {
      world,
      endpoint: "archive-consultation",
      label: "already archived",
      status: 200,
      maxRoundTrips: 1,
      call: () => archived,
    },
    {
      world,
      endpoint: "unarchive-consultation",
      label: "",
      status: 200,
      maxRoundTrips: 2,
      call: newArchived,
    },
    { world, endpoint: "get-consultation", label: "", status: 200, maxRoundTrips: 1, call: () => existing },
    { world, endpoint: "get-calendar-file", label: "", status: 200, maxRoundTrips: 2, call: () => existing },
    {
      world,
      endpoint: "list-consultations",
      label: "page of 50",
      status: 200,
      maxRoundTrips: 1,
      call: () => ({}),
    },
    ...(await consultationListScenarios(world.table)),
    { ...bookings, label: "of a hold", call: async () => bookHeld(await holdOnNextDay()) },
    { ...bookings, endpoint: "create-hold", label: "", call: () => heldBody(onNextDay(10)) },
    {
      world,
      endpoint: "delete-hold",
      label: "",
      status: 204,
      maxRoundTrips: 2,
      call: async () => ({ params: { id: (await holdOnNextDay()).id } }),
    },
    ...(await calendarScenarios(world.table)),
    ...(await busyDayScenarios(world.table)),
    ...(await poolScenarios(world.table)),
    availability(world, attorney, "31 days"),
    availability(world, ruled, "31 days under rules"),
  ];
};

const availability = (world: World, attorney: Member, label: string): Scenario => ({
  world,
  endpoint: "get-availability",
  label,
  status: 200,
  maxRoundTrips: 2,
  call: () => ({
    params: { id: attorney.id },
    query: { from: "2027-01-04T00:00:00Z", to: "2027-02-04T00:00:00Z", duration_min: "60" },
  }),
});
