import { describe, expect, it } from "@jest/globals";
import { consultationFilters } from "../../../shared/domain/consultations/consultation-filters.ts";

const ID = "00000000-0000-7000-8000-00000000000a";

describe("consultationFilters", () => {
  it("reads what is named, and a blank as nothing", () => {
    expect(consultationFilters({})).toEqual({});
    expect(consultationFilters({ attorney: " ", lead: "", status: " ", archived: "false" })).toEqual({});
    expect(consultationFilters({ attorney: ` ${ID.toUpperCase()}`, lead: ID, status: "no-show" })).toEqual({
      attorneyId: ID,
      leadId: ID,
      status: "no-show",
    });
  });

  it.each([{ attorney: "a" }, { lead: "b" }, { status: "x" }, { status: "toString" }, { archived: "true" }])(
    "nothing can match %j",
    (query) => {
      expect(consultationFilters(query)).toBeNull();
    },
  );
});
