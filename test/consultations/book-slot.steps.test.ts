import { describe, expect, it } from "@jest/globals";
import { bookSlot } from "../../shared/consultations/book-slot.steps.ts";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import { putConsultation } from "../../shared/consultations/consultation.store.ts";
import { consultationFields } from "../../shared/consultations/consultation-fields.contract.ts";
import { slotOf } from "../../shared/time/intervals.rules.ts";
import { CHANGE, FIRM_ID, NEW_ID, NOW_MILLISECONDS, newSettings, readerOf } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

const one = newMember({ timeZone: "UTC" });
const DATE = "2055-03-03";
const START = `${DATE}T10:00:00.000Z`;
const own = {
  ...{ key: "own", name: "Own", durationMinutes: 45, amount: 150, location: "Room 5" },
  attorneyIds: null,
};
const settings = newSettings({
  ...{ currency: "EUR", location: "Main Street", reminderMinutes: [60] },
  consultationTypes: [{ ...own, reminderMinutes: [30] }],
});
const input = {
  ...{ lead_id: "lead", type: "Free text", start_at: START, duration_min: 60 },
  ...{ paid: false, ignore_booking_rules: false, ignore_busy: false, data: {} },
};
const hold = {
  ...{ id: NEW_ID, attorneyId: one.id, startAt: START, durationMinutes: 60, ended: false },
  expiresAt: "2055-03-02T12:10:00.000Z",
};
const dayOf = (attorneyId: string, ...slots: object[]) => ({
  ...{ attorneyId, date: DATE, version: slots.length, busy: [] },
  slots: slots.map((slot) => ({
    id: "taken",
    attorneyId,
    ...slotOf({ startAt: START, durationMinutes: 60 }),
    ...slot,
  })),
});
const records = { lead: null, settings, attorneys: [one], days: [dayOf(one.id)] };

const book = (changes: object = {}, given: Partial<Parameters<typeof bookSlot>[1]> = {}) =>
  bookSlot(
    {
      ...{ firmId: FIRM_ID, newId: NEW_ID, nowMilliseconds: NOW_MILLISECONDS, change: CHANGE },
      input: { ...input, ...changes },
    },
    { ...records, ...given },
    readerOf({ days: [], holds: [], alternatives: {} }),
  );

const booked: Consultation = {
  ...consultationFields.initial,
  ...{
    id: NEW_ID,
    leadId: "lead",
    attorneyId: one.id,
    type: "Free text",
    startAt: START,
    durationMinutes: 60,
  },
  ...{ timeZone: "UTC", paid: false, amount: null, location: "Main Street", reminderMinutes: [60] },
};

describe("a booking has", () => {
  it.each<[string, object, Partial<Consultation>]>([
    ["the firm's place and reminders, and the attorney's zone", {}, {}],
    [
      "what its type says",
      { type: "own", duration_min: undefined },
      {
        type: "own",
        durationMinutes: 45,
        amount: 150,
        currency: "EUR",
        location: "Room 5",
        reminderMinutes: [30],
      },
    ],
    [
      "its own before what its type says",
      { type: "own", amount: 0, location: null, time_zone: "Asia/Tokyo" },
      {
        type: "own",
        amount: 0,
        currency: "EUR",
        location: null,
        timeZone: "Asia/Tokyo",
        reminderMinutes: [30],
      },
    ],
    [
      "no amount and no currency if it says so",
      { type: "own", amount: null, location: "x" },
      { type: "own", location: "x", reminderMinutes: [30] },
    ],
  ])("%s", async (_, body, changes) => {
    expect((await book(body)).after).toEqual({ ...booked, ...changes });
  });
});

it.each([
  ["as they were read", null],
  ["and the hold, which it ends", hold],
])("its write requires attorney and days %s", async (_, given) => {
  const { ended: _ended, ...live } = hold;
  const slots = given ? [{ id: hold.id, expiresAtMilliseconds: Date.parse(hold.expiresAt) }] : [];
  const days = [dayOf(one.id, ...slots)];
  const { after, attorney, writes } = await book({}, { hold: given, days });
  const obsolete = days.flatMap((day) => day.slots);
  const preconditions = {
    attorney: one,
    days,
    hold: given && { ...live, ended: false },
    holds: null,
    obsolete,
    clearance: [],
  };
  expect([attorney, writes]).toEqual([
    one,
    putConsultation(FIRM_ID, { before: null, after, change: CHANGE, preconditions }),
  ]);
});
