import { describe, expect, it } from "@jest/globals";
import {
  archiveConsultation,
  unarchiveConsultation,
} from "../../shared/consultations/archive-consultation.ts";
import {
  CONSULTATION_STATUSES,
  type Consultation,
  type ConsultationStatus,
  consultationResource,
} from "../../shared/consultations/consultation.rules.ts";
import { consultationToItem, putConsultation } from "../../shared/consultations/consultation.store.ts";
import { recordPayment } from "../../shared/consultations/record-payment.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import { newConsultation } from "../support/booked-consultations.ts";
import { CHANGE, decided, EARLIER_CHANGE, FIRM_ID, newSettings, refusalOf } from "../support/decisions.ts";

const unpaid = newConsultation({ paid: false, amount: null });
const paid = { ...unpaid, paid: true, amount: 5 };
const EURO = { currency: "EUR" };
const given = (before: Consultation, json: unknown = {}, settings: Partial<FirmSettings> = {}) => ({
  json,
  stored: [
    consultationToItem(FIRM_ID, before, EARLIER_CHANGE),
    settingsToItem(FIRM_ID, newSettings(settings)),
  ],
  request: { params: { id: before.id } },
});
const pay = (json: unknown, before = unpaid, settings: Partial<FirmSettings> = {}) =>
  decided(recordPayment, given(before, json, settings));

const changed = (before: Consultation, changes: Partial<Consultation>) => {
  const after = { ...before, ...changes, revision: before.revision + 1 };
  const writes = putConsultation(FIRM_ID, { before, after, change: CHANGE });
  return { writes, answer: consultationResource(after) };
};

const STATUSES = Object.keys(CONSULTATION_STATUSES) as ConsultationStatus[];
const MOST = Number.MAX_SAFE_INTEGER;

describe("a payment", () => {
  it.each<[string, object, Partial<Consultation>, Consultation?]>([
    ["that it is paid", { paid: true }, { paid: true }],
    ["the amount", { amount: 150.5 }, { amount: 150.5 }],
    ["both", { paid: true, amount: 0 }, { paid: true, amount: 0 }],
    ["the largest amount, and no other field", { amount: MOST, status: "canceled" }, { amount: MOST }],
    ["no amount any more", { amount: null }, { amount: null }, paid],
    ...STATUSES.map((status): [string, object, Partial<Consultation>, Consultation] => [
      `that it is paid when it is ${status}`,
      { paid: true },
      { paid: true },
      { ...unpaid, status },
    ]),
  ])("sets %s", async (_, json, changes, before = unpaid) => {
    expect(await pay(json, before)).toEqual(changed(before, changes));
  });

  it.each<[string, object, Partial<Consultation>, Consultation]>([
    ["a first amount", { amount: 150 }, { amount: 150, ...EURO }, unpaid],
    ["another amount", { amount: 150 }, { amount: 150, ...EURO }, { ...paid, currency: "USD" }],
    ["the same amount, which had no currency", { amount: 5 }, EURO, paid],
  ])("sets %s in the firm's currency", async (_, json, changes, before) => {
    expect(await pay(json, before, EURO)).toEqual(changed(before, changes));
  });

  it("keeps the currency of an amount that stays", async () => {
    const inDollars = { ...unpaid, amount: 5, currency: "USD" };
    for (const json of [{ paid: true }, { paid: true, amount: 5 }])
      expect(await pay(json, inDollars, EURO)).toEqual(changed(inDollars, { paid: true }));
  });

  it("removes the currency with the amount", async () => {
    const before = { ...paid, ...EURO };
    expect(await pay({ amount: null }, before, EURO)).toEqual(
      changed(before, { amount: null, currency: null }),
    );
  });

  it.each<[string, object, Consultation]>([
    ["it is paid", { paid: true }, paid],
    ["the amount", { amount: 5 }, paid],
    ["both", { paid: true, amount: 5 }, paid],
    ["the amount but for the sign of zero", { amount: -0 }, { ...unpaid, amount: 0 }],
  ])("writes nothing when %s is so already", async (_, json, before) => {
    expect(await pay(json, before)).toEqual({ answer: consultationResource(before) });
  });

  it.each<[object, string[]]>([
    [{}, ["body"]],
    [{ outcome: "won" }, ["body"]],
    [{ paid: "yes", amount: -1 }, ["paid", "amount"]],
    [{ amount: 2 ** 53 }, ["amount"]],
    [{ amount: 1e-200 }, ["amount"]],
  ])("of %j is refused, naming %j", async (json, fields) => {
    expect(await refusalOf(pay(json))).toEqual(["invalid_request", ...fields]);
  });
});

it("keeps the instant of a cancellation when a canceled consultation changes", async () => {
  const canceled = { ...unpaid, status: "canceled" as const, canceledAt: "2055-03-01T10:00:00.000Z" };
  expect(await pay({ paid: true }, canceled)).toEqual(changed(canceled, { paid: true }));
});

it("reads a consultation that is older than currency and location", async () => {
  const {
    currency: _currency,
    location: _location,
    ...item
  } = consultationToItem(FIRM_ID, paid, EARLIER_CHANGE);
  const request = { params: { id: paid.id } };
  const decision = await decided(recordPayment, { json: { paid: true }, stored: [item], request });
  expect(decision).toEqual({ answer: { ...consultationResource(paid), currency: null, location: null } });
});

describe.each([
  ["archives", archiveConsultation, true],
  ["restores", unarchiveConsultation, false],
] as const)("%s", (_, operation, archived) => {
  it.each(STATUSES)("a consultation that is %s, and changes only that", async (status) => {
    const before = { ...unpaid, status, archived: !archived };
    expect(await decided(operation, given(before))).toEqual(changed(before, { archived }));
  });

  it("writes nothing when that is so already", async () => {
    const before = { ...unpaid, archived };
    expect(await decided(operation, given(before))).toEqual({ answer: consultationResource(before) });
  });
});
