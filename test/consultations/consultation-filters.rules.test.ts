import { describe, expect, it } from "@jest/globals";
import {
  type ConsultationFilters,
  consultationFilters,
  matchesConsultation,
} from "../../shared/consultations/consultation-filters.rules.ts";
import { newConsultation } from "../support/booked-consultations.ts";

const START = "2055-06-10T00:00:00.000Z";
const ID = "00000000-0000-7000-8000-00000000000a";

describe("consultationFilters", () => {
  it("reads the filters of a query and ignores blank ones", () => {
    const active = { archived: false };
    expect(consultationFilters({})).toEqual(active);
    expect(consultationFilters({ attorney: " ", lead: "", archived: "false" })).toEqual(active);
    expect(consultationFilters({ archived: "yes" })).toEqual(active);
    expect(consultationFilters({ archived: " true " })).toEqual({ archived: true });
    expect(consultationFilters({ attorney: ` ${ID.toUpperCase()}`, lead: ID, status: "no-show" })).toEqual({
      ...active,
      attorneyId: ID,
      leadId: ID,
      status: "no-show",
    });
  });

  it.each([{ attorney: "a" }, { lead: "b" }])("returns null for %j, which nothing can match", (query) => {
    expect(consultationFilters(query)).toBeNull();
  });
});

it.each<[string, Omit<ConsultationFilters, "archived">, boolean]>([
  ["without a filter", {}, true],
  ["of another status", { status: "canceled" }, false],
  ["that starts at `from`", { from: START }, true],
  ["that starts before `from`", { from: "2055-06-10T00:00:00.001Z" }, false],
  ["that starts before `to`", { to: "2055-06-10T00:00:00.001Z" }, true],
  ["that starts at `to`", { to: START }, false],
])("a list has a consultation %s: %j, %s", (_, filters, isListed) => {
  expect(matchesConsultation(newConsultation({ startAt: START }), { archived: false, ...filters })).toBe(
    isListed,
  );
});
