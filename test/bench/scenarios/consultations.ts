import { randomUUID } from "node:crypto";
import type { Member } from "../../../shared/members/member.rules.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addKey, addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { type Scenario, scenariosOf, storeLead, type World } from "../world.ts";
import { busyDayScenarios } from "./busy-days.ts";
import { busyTimeScenarios } from "./busy-times.ts";
import { calendarScenarios, consultationListScenarios } from "./consultation-lists.ts";
import { poolScenarios } from "./pools.ts";

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;
const RANGE = { from: "2027-01-04T00:00:00Z", to: "2027-02-04T00:00:00Z" };

export const consultationScenarios = async (world: World): Promise<Scenario[]> => {
  // imported late, because a function reads its environment when it is loaded
  const { handler: book } = await import("../../../functions/consultations/book-consultation.ts");
  const { handler: archive } = await import("../../../functions/consultations/archive-consultation.ts");
  const { handler: createHold } = await import("../../../functions/scheduling/create-hold.ts");
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

  /** Returns a start on the booking's own day, so that no bookings conflict. An `hour` above 24 is on the next day. */
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
  const withNewKey = () => ({ headers: { "idempotency-key": randomUUID() }, ...onNextDay(10) });
  const ofAwaiting = async () => {
    const { id } = await storeLead(world, {
      respondBy: new Date(Date.now() + HOUR_MILLISECONDS).toISOString(),
    });
    return { body: { ...onNextDay(10).body, lead_id: id } };
  };
  const underRules = () => ({ body: { ...onNextDay(10).body, attorney_id: ruled.id } });
  /** Returns a request for a new consultation with this body, whose slots are on the consultation's days. */
  const booked = (body: () => object) => async () => ({ ...(await bookOnNextDay()), body: body() });
  const startAt = (hour: number) => booked(() => ({ start_at: slot(hour) }));
  const availability = ({ id }: Member) => ({ params: { id }, query: { ...RANGE, duration_min: "60" } });
  // The attorney's days are a query beside the read of the other records.
  const days = { inParallel: true } as const;
  const quiet = { maxQuietRoundTrips: 2 };
  return [
    ...scenariosOf(world, [
      ["book-consultation", "", 2, () => onNextDay(10), { ...days, ...quiet, maxWriteUnits: 12 }],
      ["book-consultation", "with an Idempotency-Key", 2, withNewKey, days],
      ["book-consultation", "ends a deadline", 2, ofAwaiting, { ...days, maxWriteUnits: 18 }],
      ["book-consultation", "across midnight", 2, () => onNextDay(23.5), days],
      ["book-consultation", "under rules that reach another day", 2, underRules, days],
      ["book-consultation", "original (cold) and replay (warm)", 2, () => replay, days],
      ["book-consultation", "of a hold", 2, async () => bookHeld(await holdOnNextDay()), days],
      ["update-consultation", "another hour", 2, startAt(15), days],
      ["update-consultation", "another day", 2, startAt(34), days],
      ["update-consultation", "cancel", 2, booked(() => ({ status: "canceled" })), quiet],
      ["complete-consultation", "", 2, bookOnNextDay],
      ["complete-consultation", "with data", 2, booked(() => ({ data: { notes: "Retained." } }))],
      ["mark-no-show", "", 2, bookOnNextDay],
      ["record-payment", "", 2, booked(() => ({ paid: true, amount: 150 }))],
      ["record-payment", "no change", 1, () => ({ ...existing, body: { paid: false } })],
      ["archive-consultation", "", 2, bookOnNextDay],
      ["archive-consultation", "already archived", 1, () => archived],
      ["unarchive-consultation", "", 2, newArchived],
      ["get-consultation", "", 1, () => existing],
      ["get-calendar-file", "", 2, () => existing],
      ["list-consultations", "page of 50", 1, () => ({})],
      ["create-hold", "", 2, () => heldBody(onNextDay(10)), days],
      ["delete-hold", "", 2, async () => ({ params: { id: (await holdOnNextDay()).id } })],
      ["get-availability", "31 days", 2, () => availability(attorney)],
      ["get-availability", "31 days under rules", 2, () => availability(ruled)],
    ]),
    ...(await consultationListScenarios(world.table)),
    ...(await calendarScenarios(world.table)),
    ...(await busyDayScenarios(world.table)),
    ...(await busyTimeScenarios(world.table)),
    ...(await poolScenarios(world.table)),
  ];
};
