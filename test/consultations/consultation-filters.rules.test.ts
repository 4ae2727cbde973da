import { describe, expect, it } from "@jest/globals";
import { consultationFilters } from "../../shared/consultations/consultation-filters.rules.ts";

const ID = "00000000-0000-7000-8000-00000000000a";

describe("consultationFilters", () => {
  it("reads the filters of a query and ignores blank ones", () => {
    const active = { archived: false };
    expect(consultationFilters({})).toEqual(active);
    expect(consultationFilters({ attorney: " ", lead: "", status: " ", archived: "false" })).toEqual(active);
    expect(consultationFilters({ archived: "true" })).toEqual({ archived: true });
    expect(consultationFilters({ attorney: ` ${ID.toUpperCase()}`, lead: ID, status: "no-show" })).toEqual({
      ...active,
      attorneyId: ID,
      leadId: ID,
      status: "no-show",
    });
  });

  it.each([{ attorney: "a" }, { lead: "b" }, { status: "x" }, { status: "toString" }])(
    "returns null for %j, which nothing can match",
    (query) => {
      expect(consultationFilters(query)).toBeNull();
    },
  );
});
