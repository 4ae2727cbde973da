import { describe, expect, it } from "@jest/globals";
import { type LinkView, linkStateOf } from "../../shared/links/client-view.rules.ts";
import type { Link } from "../../shared/links/link.rules.ts";
import { type SelfService, selfServiceFields } from "../../shared/settings/self-service.contract.ts";
import { newConsultation } from "../support/booked-consultations.ts";
import { NOW_MILLISECONDS, newSettings } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { newLead } from "../support/leads.ts";

const meeting = {
  key: "meeting",
  name: "First meeting",
  durationMinutes: 60,
  amount: 150,
  location: null,
  attorneyIds: null,
  reminderMinutes: null,
};
const attorney = newMember({ name: "Ruth", timeZone: "Europe/Berlin" });
const consultation = newConsultation({ type: "meeting", attorneyId: attorney.id, timeZone: "UTC" });
type Types = readonly (Omit<typeof meeting, "attorneyIds"> & { attorneyIds: string[] | null })[];
const settingsWith = (changes: Partial<SelfService> = {}, consultationTypes: Types = [meeting]) =>
  newSettings({
    consultationTypes,
    selfService: { ...selfServiceFields.initial, enabled: true, ...changes },
  });
const link = { type: "meeting", attorneyId: attorney.id, consultationId: null } as Link;
const open: LinkView = {
  link: { ...link, id: "018f0000-0000-7000-8000-00000000e001", expiresAtEpochSeconds: NOW_MILLISECONDS },
  lead: newLead(),
  settings: settingsWith(),
  consultation: null,
  attorney,
  attorneys: null,
};
const forPool = { ...open, link: { ...open.link, attorneyId: null }, attorney: null };
const withAttorneys = (ids: string[]) => ({ ...forPool, attorneys: { ids, read: [] } });
const booked = { ...open, link: { ...open.link, consultationId: consultation.id }, consultation };
const left = { ...attorney, schedulable: false };

const NOTHING = { book: false, reschedule: false, cancel: false };

describe("a link allows", () => {
  it.each<[string, LinkView, Partial<typeof NOTHING>]>([
    ["to book while it has no consultation", open, { book: true }],
    ["to book with anybody of the pool", withAttorneys([attorney.id]), { book: true }],
    [
      "nothing while nobody of the pool is an attorney",
      {
        ...withAttorneys([attorney.id]),
        settings: settingsWith({}, [{ ...meeting, attorneyIds: [consultation.id] }]),
      },
      {},
    ],
    ["nothing with an attorney who left", { ...open, attorney: left }, {}],
    ["nothing with a type that was removed", { ...open, settings: settingsWith({}, []) }, {}],
    ["nothing without self-service", { ...open, settings: settingsWith({ enabled: false }) }, {}],
    ["to move and cancel what it has booked", booked, { reschedule: true, cancel: true }],
    ["only to cancel with an attorney who left", { ...booked, attorney: left }, { cancel: true }],
    [
      "no move after the last one",
      { ...booked, settings: settingsWith({ maxReschedules: 0 }) },
      { cancel: true },
    ],
    [
      "no cancel after its notice",
      { ...booked, settings: settingsWith({ cancelNoticeMinutes: 10_000 }) },
      { reschedule: true },
    ],
    [
      "nothing with a canceled consultation",
      { ...booked, consultation: { ...consultation, status: "canceled" } },
      {},
    ],
  ])("%s", (_, view, allowed) => {
    expect(linkStateOf(view, NOW_MILLISECONDS).allowed).toEqual({ ...NOTHING, ...allowed });
  });
});

describe("a link shows the place and the price", () => {
  const terms = (view: LinkView) => {
    const { location, amount, currency, consultation: shown } = linkStateOf(view, NOW_MILLISECONDS);
    return [location, amount, currency, shown && [shown.location, shown.amount, shown.currency]];
  };
  const settings = { ...open.settings, location: "Main Street", currency: "EUR" };
  const room = { ...settings, consultationTypes: [{ ...meeting, location: "Room 5" }] };
  const free = { ...settings, consultationTypes: [{ ...meeting, amount: null }] };
  const priced = { ...consultation, amount: 20, currency: "USD", location: "Room 6" };
  const unpriced = { ...consultation, amount: 20, currency: null, location: null };

  it.each<[string, LinkView, unknown[]]>([
    ["of the firm and the type", { ...open, settings }, ["Main Street", 150, "EUR", null]],
    ["of the type alone", { ...open, settings: room }, ["Room 5", 150, "EUR", null]],
    ["no price without an amount", { ...open, settings: free }, ["Main Street", null, null, null]],
    ["no price without a currency", open, [null, null, null, null]],
    [
      "of its consultation",
      { ...booked, settings, consultation: priced },
      ["Room 6", 20, "USD", ["Room 6", 20, "USD"]],
    ],
    [
      "none where the consultation has none",
      { ...booked, settings, consultation: unpriced },
      [null, null, null, [null, null, null]],
    ],
  ])("%s", (_, view, shown) => {
    expect(terms(view)).toEqual(shown);
  });
});

describe("a link shows", () => {
  it.each<[string, LinkView, object]>([
    [
      "what it can book",
      open,
      { type: "First meeting", duration_min: 60, time_zone: "Europe/Berlin", consultation: null },
    ],
    [
      "the firm's zone without an attorney",
      { ...open, attorney: null },
      { attorney: null, time_zone: "America/New_York" },
    ],
    [
      "no type that was removed",
      { ...open, settings: settingsWith({}, []) },
      { type: null, duration_min: null },
    ],
    [
      "the zone of its consultation",
      booked,
      { duration_min: 5, time_zone: "UTC", attorney: { name: "Ruth", time_zone: "Europe/Berlin" } },
    ],
    [
      "a type that the firm wrote as text",
      { ...booked, consultation: { ...consultation, type: "Talk" } },
      { type: "Talk" },
    ],
    [
      "its end, and the moves left",
      { ...booked, settings: settingsWith({ rescheduleNoticeMinutes: 60, maxReschedules: 2 }) },
      { reschedule_until: "2055-03-03T09:00:00.000Z", cancel_until: null, reschedules_left: 2 },
    ],
  ])("%s", (_, view, shown) => {
    expect(linkStateOf(view, NOW_MILLISECONDS)).toMatchObject(shown);
  });
});
