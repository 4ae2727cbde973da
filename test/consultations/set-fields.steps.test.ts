import { expect, it } from "@jest/globals";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { putConsultation } from "../../shared/consultations/consultation.store.ts";
import { setFields } from "../../shared/consultations/set-fields.steps.ts";
import { newConsultation } from "../support/booked-consultations.ts";
import { CHANGE, FIRM_ID } from "../support/decisions.ts";

const before = newConsultation({ paid: false, amount: 5, location: "Room 5", revision: 3 });
const set = (fields: Parameters<typeof setFields>[1]) =>
  setFields(before, fields, { firmId: FIRM_ID, change: CHANGE });

it.each<[string, Parameters<typeof setFields>[1]]>([
  ["one field", { paid: true }],
  ["one of two", { paid: true, amount: 5 }],
  ["all", { paid: true, amount: 0, currency: "EUR", location: null, archived: true }],
])("writes a changed consultation with the next revision: %s", (_, fields) => {
  const after = { ...before, ...fields, revision: 4 };
  const writes = putConsultation(FIRM_ID, { before, after, change: CHANGE });
  expect(set(fields)).toEqual({ writes, answer: consultationResource(after) });
});

it.each([{}, { paid: false }, { paid: undefined, amount: 5, location: "Room 5" }])(
  "writes nothing with %j, which is so already",
  (fields) => {
    expect(set(fields)).toEqual({ answer: consultationResource(before) });
  },
);
