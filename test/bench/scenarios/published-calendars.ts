import type { Table } from "../../../shared/table/table.ts";
import { newConsultation } from "../../support/booked-consultations.ts";
import { addKey, addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { newWorld, type Scenario, scenariosOf, storeBooked, storeLead } from "../world.ts";

const [HOUR, DAY] = [3_600_000, 86_400_000];

/** Two a day for the last 30 days and the next 30. */
const FEW = { hours: 12, days: 30 };
/** Four a day for the last 30 days and the next 366. */
const MANY = { hours: 6, days: 366 };

/** Returns polls of published calendars, and the firm's calls about calendar links. */
export const publishedCalendarScenarios = async (table: Table): Promise<Scenario[]> => {
  const { handler: create } = await import("../../../functions/calendars/create-calendar-link.ts");
  const { handler: getCalendar } = await import("../../../functions/calendars/get-calendar-feed.ts");
  const world = await newWorld(table);
  const { firmId } = world;
  const settings = await addKey(table, firmId, { scopes: ["settings:write"] });
  const lead = await storeLead(world);

  /** Returns an attorney with consultations of as many leads, from 30 days back. */
  const attorneyWith = async ({ hours, days }: typeof FEW, isNamed: boolean) => {
    const { id: attorneyId } = await addMember(table, firmId);
    const starts = Array.from({ length: ((30 + days) * 24) / hours }, (_, index) => index * hours * HOUR);
    const consultations = [];
    for (const start of starts) {
      const startAt = new Date(Date.now() - 30 * DAY + HOUR + start).toISOString();
      const leadId = isNamed ? (await storeLead(world)).id : lead.id;
      consultations.push(newConsultation({ attorneyId, leadId, startAt }));
    }
    await storeBooked(world, consultations);
    return attorneyId;
  };
  const [few, many] = [await attorneyWith(FEW, true), await attorneyWith(MANY, false)];
  const keyOf = (memberId: string, showsNames = false) =>
    addKey(table, firmId, { kind: "calendar", memberId, showsNames });
  const poll = (memberId: string, showsNames = false) => ({
    key: () => keyOf(memberId, showsNames),
    inParallel: true as const,
  });
  const known = async (memberId: string, showsNames = false) => {
    const { headers } = await call(getCalendar, { key: await keyOf(memberId, showsNames) });
    return { headers: { "if-none-match": String(headers.etag) } };
  };
  const newMember = async () => ({ id: (await addMember(table, firmId)).id });
  const newLink = async () => {
    const params = await newMember();
    const { body } = await call(create, { key: settings, params, body: {} });
    return { params: { ...params, linkId: String(body.id) } };
  };
  return scenariosOf(world, [
    ["create-calendar-link", "", 2, async () => ({ params: await newMember(), body: {} })],
    ["list-calendar-links", "", 1, async () => ({ params: await newMember() }), { inParallel: true }],
    ["delete-calendar-link", "", 2, newLink],
    ["get-calendar-feed", "120 consultations", 1, () => ({}), poll(few)],
    ["get-calendar-feed", "120, unchanged", 1, () => known(few), { ...poll(few), status: 304 }],
    ["get-calendar-feed", "120 with names", 2, () => ({}), poll(few, true)],
    [
      "get-calendar-feed",
      "120 with names, unchanged",
      1,
      () => known(few, true),
      { ...poll(few, true), status: 304 },
    ],
    ["get-calendar-feed", "1,584, unchanged", 1, () => known(many), { ...poll(many), status: 304 }],
  ]);
};
