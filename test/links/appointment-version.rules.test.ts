import { expect, it } from "@jest/globals";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import { appointmentVersion } from "../../shared/links/appointment-version.rules.ts";
import { newConsultation } from "../support/booked-consultations.ts";

const consultation = newConsultation();
const changed = (changes: Partial<Consultation>) => appointmentVersion({ ...consultation, ...changes });

it.each<Partial<Consultation>>([
  { startAt: "2056-01-01T00:00:00.000Z" },
  { durationMinutes: consultation.durationMinutes + 5 },
  { attorneyId: "018f0000-0000-7000-8000-00000000a777" },
  { status: "canceled" },
])("the version of an appointment changes with %j", (changes) => {
  expect(changed(changes)).not.toBe(changed({}));
});

it.each<Partial<Consultation>>([
  { paid: true, amount: 150, currency: "USD" },
  { type: "other", location: "Room 5" },
  { archived: true, outcome: "hired", revision: 99 },
  { timeZone: "Asia/Tokyo", clientMoves: 2 },
  { leadId: "018f0000-0000-7000-8000-00000000e777" },
])("the version of an appointment stays with %j", (changes) => {
  expect(changed(changes)).toBe(changed({}));
});

it("the version of an appointment tells nothing, and is no other one's", () => {
  const version = changed({});
  expect(version).toMatch(/^[\w-]{22}$/);
  expect(version).not.toBe(changed({ id: "018f0000-0000-7000-8000-00000000c777" }));
});
