import { describe, expect, it } from "@jest/globals";
import { consultationFilters } from "../../../shared/domain/consultations/consultation-filters.ts";

const ID = "00000000-0000-7000-8000-00000000000a";

describe("consultationFilters", () => {
  it("reads the filters of a query and ignores blank ones", () => {
    expect(consultationFilters({})).toEqual({});
    expect(consultationFilters({ attorney: " ", lead: "", status: " ", archived: "false" })).toEqual({});
    expect(consultationFilters({ attorney: ` ${ID.toUpperCase()}`, lead: ID, status: "no-show" })).toEqual({
      attorneyId: ID,
      leadId: ID,
      status: "no-show",
    });
  });

  it.each([{ attorney: "a" }, { lead: "b" }, { status: "x" }, { status: "toString" }, { archived: "true" }])(
    "returns null for %j, which nothing can match",
    (query) => {
      expect(consultationFilters(query)).toBeNull();
    },
  );
});
