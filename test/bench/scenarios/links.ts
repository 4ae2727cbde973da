import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { consultationToItem } from "../../../shared/consultations/consultation.store.ts";
import { linkKey } from "../../../shared/table/record-keys.ts";
import type { Table } from "../../../shared/table/table.ts";
import { newConsultation } from "../../support/booked-consultations.ts";
import { changeAt } from "../../support/changes.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addKey, addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { changeSetting } from "../../support/settings.ts";
import { linkItems } from "../link-items.ts";
import { newWorld, type Scenario, scenariosOf, storeItems, storeLead, type World } from "../world.ts";

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;
const FIRST_DAY = Date.parse("2027-01-04T10:00:00.000Z");
const RANGE = { from: "2027-01-04T00:00:00Z", to: "2027-02-04T00:00:00Z" };
const TYPE = {
  key: "initial",
  name: "Initial",
  durationMinutes: 60,
  amount: null,
  location: null,
  attorneyIds: null,
  reminderMinutes: null,
};
const SELF_SERVICE = {
  enabled: true,
  rescheduleNoticeMinutes: 60,
  cancelNoticeMinutes: 60,
  maxReschedules: null,
  language: null,
};

/** The key's window is already open, so that its first lease takes two trips. */
const OPENED = { maxColdRoundTrips: 5 };

/** Returns the firm's calls about links, and the calls of a client's page with a link. */
export const linkScenarios = async (table: Table): Promise<Scenario[]> => {
  // imported late, because a function reads its environment when it is loaded
  const { handler: create } = await import("../../../functions/links/create-link.ts");
  const { handler: book } = await import("../../../functions/links/book-by-link.ts");
  const world = await newWorld(table);
  const attorney = await addMember(table, world.firmId, { timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
  await changeSetting(table, world.firmId, "consultationTypes", [TYPE]);
  await changeSetting(table, world.firmId, "selfService", SELF_SERVICE);
  const lead = await storeLead(world);
  const key = await addKey(table, world.firmId, { scopes: ["consultations:write"] });
  const params = { id: lead.id };
  const body = { type: TYPE.key, attorney_id: attorney.id };
  let day = 0;
  const nextDay = () => new Date(FIRST_DAY + DAY_MILLISECONDS * 2 * day++).toISOString();
  const newLink = async (of = params) => (await call(create, { key, params: of, body })).body;
  const newToken = async (of = params) => String((await newLink(of)).url).replace(/^.*#/, "");
  const bookedToken = async (of = params) => {
    const token = await newToken(of);
    await call(book, { key: token, body: { start_at: nextDay() } });
    return token;
  };
  let unused = "";
  const unusedToken = async () => {
    const { id, url } = await newLink();
    unused = id;
    return String(url).replace(/^.*#/, "");
  };
  /** Makes the link able to book again, so that a booking is also measured with a lease on its key. */
  const forgetBooking = () =>
    table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: linkKey(world.firmId, unused),
        UpdateExpression: "REMOVE consultationId",
      }),
    );
  const leadWithBooked = async () => {
    const { id } = await storeLead(world);
    for (const _ of [1, 2]) await bookedToken({ id });
    return { params: { id } };
  };
  const at = () => ({ body: { start_at: nextDay() } });
  const bookAgain = async () => {
    await forgetBooking();
    return at();
  };
  const byLink = { key: () => newToken(), inParallel: true } as const;
  const booked = { ...byLink, key: () => bookedToken() };
  const byBooked = { ...booked, ...OPENED };
  return scenariosOf(world, [
    ["create-link", "", 2, () => ({ params, body })],
    ["list-links", "", 2, () => ({ params })],
    ["list-links", "that have booked", 3, leadWithBooked],
    ["delete-link", "", 2, async () => ({ params: { ...params, linkId: (await newLink()).id } })],
    ["get-link", "to book", 2, () => ({}), byLink],
    ["get-link", "that has booked", 2, () => ({}), byBooked],
    ["get-link-calendar-file", "", 2, () => ({}), byBooked],
    ["get-link-availability", "31 days", 3, () => ({ query: RANGE }), byLink],
    ["book-by-link", "", 3, bookAgain, { ...byLink, key: unusedToken, maxWriteUnits: 21 }],
    ["update-by-link", "another day", 3, at, { ...booked, maxColdRoundTrips: 7 }],
  ]);
};

const COUNT = 25;

/** Returns links that one sweep deletes, 30 days after the end of their consultations. */
export const linkSweep = ({ table, firmId, attorney }: World) => ({
  label: `${COUNT} links that have ended`,
  roundTrips: 3 * COUNT,
  maxWriteUnits: 11 * COUNT,
  event: async () => {
    const ended = Array.from({ length: COUNT }, () => {
      const startAt = new Date(Date.now() - 31 * DAY_MILLISECONDS).toISOString();
      const consultation = newConsultation({ attorneyId: attorney.id, startAt });
      return [
        consultationToItem(firmId, consultation, changeAt(Date.now())),
        ...linkItems(firmId, consultation),
      ];
    });
    const items = ended.flat();
    await storeItems(table, items.length, (index) => items[index] ?? {});
    return {};
  },
});
