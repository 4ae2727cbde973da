import { describe, expect, it } from "@jest/globals";
import { mapLead, mappingViolations } from "../../../shared/domain/sources/source-mapping.ts";
import { LEAD_FIELDS } from "../../support/firms.ts";

const EMPTY_LEAD = { fields: {}, data: {}, externalId: null };
const map = (json: unknown, mapping: Record<string, string> = {}) => mapLead(json, mapping, LEAD_FIELDS);
const mapped = (json: unknown, mapping: Record<string, string> = {}) => {
  const { mapped: lead, violations } = map(json, mapping);
  expect(violations).toEqual([]);
  return lead;
};

describe("a lead without a mapping", () => {
  it("is read from the default paths", () => {
    const json = {
      firstName: " Ada ",
      lastName: "Lovelace",
      email: "Ada@Example.com",
      phone: 2125550123,
      externalId: 42,
      case_type: "family",
      value: "12.5",
      other: "dropped",
    };
    expect(mapped(json)).toEqual({
      fields: { first_name: "Ada", last_name: "Lovelace", email: "Ada@Example.com", phone: "2125550123" },
      data: { case_type: "Family", value: 12.5 },
      externalId: "42",
    });
  });

  it.each<[string, unknown]>([
    ["an empty object", {}],
    ["blank texts", { firstName: " ", email: "", externalId: " ", summary: "", value: " ", case_type: "" }],
    ["nulls", { firstName: null, phone: null, externalId: null, urgent: null }],
    ["a list", ["Ada"]],
    ["a text", "Ada"],
    ["null", null],
    ["fields at other paths", { first_name: "Ada", data: { summary: "Fell" } }],
    ["inherited properties only", Object.create({ firstName: "Ada" })],
  ])("is empty for %s", (_, json) => {
    expect(mapped(json)).toEqual(EMPTY_LEAD);
  });
});

describe("a mapping", () => {
  it("sets the path of each field", () => {
    const json = { person: { name: ["Ada", "Lovelace"] }, "e-mail": "a@b.io", no: 7, what: "Fell" };
    const mapping = {
      first_name: "person.name[0]",
      last_name: "person.name[1]",
      email: "e-mail",
      external_id: "no",
      "data.summary": "what",
    };
    expect(mapped(json, mapping)).toEqual({
      fields: { first_name: "Ada", last_name: "Lovelace", email: "a@b.io" },
      data: { summary: "Fell" },
      externalId: "7",
    });
  });

  it("replaces the default path, even if nothing is there", () => {
    expect(mapped({ firstName: "Ada", summary: "x" }, { first_name: "given", "data.summary": "no" })).toEqual(
      EMPTY_LEAD,
    );
  });

  it("is read from own properties only", () => {
    expect(mapped({ firstName: "Ada" }, Object.create({ first_name: "other" })).fields).toEqual({
      first_name: "Ada",
    });
  });
});

describe("a value for a firm-defined field", () => {
  it.each<[string, unknown, unknown]>([
    ["case_type", "INJURY", "Injury"],
    ["case_type", " family ", "Family"],
    ["case_type", "Tax", "Tax"],
    ["summary", 7, "7"],
    ["summary", 0, "0"],
    ["summary", true, true],
    ["summary", 2 ** 53, 2 ** 53],
    ["value", "7", 7],
    ["value", " -7.50 ", -7.5],
    ["value", "1e3", 1000],
    ["value", ".5", 0.5],
    ["value", "0x10", "0x10"],
    ["value", "1,000", "1,000"],
    ["value", "Infinity", "Infinity"],
    ["value", 0, 0],
    ["urgent", true, true],
    ["urgent", "TRUE", true],
    ["urgent", "yes", true],
    ["urgent", "on", true],
    ["urgent", 1, true],
    ["urgent", "No", false],
    ["urgent", "off", false],
    ["urgent", 0, false],
    ["urgent", false, false],
    ["urgent", "maybe", "maybe"],
    ["incident_date", " 2026-03-05 ", "2026-03-05"],
  ])("%s from %j becomes %j", (key, input, value) => {
    expect(mapped({ [key]: input }).data).toEqual({ [key]: value });
  });

  it("prefers an exact match when two options differ only in case", () => {
    const field = { key: "k", label: "", type: "select" as const, options: ["A", "a"] };
    expect(mapLead({ k: "a" }, {}, [field]).mapped.data).toEqual({ k: "a" });
  });
});

describe("an external id", () => {
  it.each([Number.MAX_SAFE_INTEGER, "9007199254740993", "x".repeat(255), "😀".repeat(255), 0, -1])(
    "may be %j",
    (externalId) => {
      expect(mapped({ externalId }).externalId).toBe(String(externalId));
    },
  );
});

describe("an invalid value is reported by its field:", () => {
  it.each<[string, unknown, string]>([
    ["firstName", {}, "first_name"],
    ["lastName", ["Lovelace"], "last_name"],
    ["email", true, "email"],
    ["phone", 2 ** 53, "phone"],
    ["externalId", 2 ** 53, "external_id"],
    ["externalId", -(2 ** 53), "external_id"],
    ["externalId", JSON.parse("9007199254740993"), "external_id"],
    ["externalId", 1.5, "external_id"],
    ["externalId", JSON.parse("1e999"), "external_id"],
    ["externalId", { id: 1 }, "external_id"],
    ["externalId", "x".repeat(256), "external_id"],
    ["externalId", "\ud800", "external_id"],
  ])("%s %j", (key, value, field) => {
    expect(map({ [key]: value }).violations.map((violation) => violation.field)).toEqual([field]);
  });
});

describe("mappingViolations", () => {
  it.each<[unknown]>([
    [{}],
    [{ first_name: "a", last_name: "a.b", email: "a[0]", phone: "a[b=c].d", external_id: "id" }],
    [{ "data.case_type": "answers[3]", "data.urgent": "x" }],
    [undefined],
    ["not an object, which the schema rejects"],
  ])("accepts %j", (mapping) => {
    expect(mappingViolations(mapping, LEAD_FIELDS)).toEqual([]);
  });

  it("checks every entry", () => {
    const mapping = {
      first_name: "a..b",
      middle_name: "x",
      "data.nickname": "x",
      "data.": "x",
      constructor: "x",
      email: 7,
    };
    expect(mappingViolations(mapping, LEAD_FIELDS).map(({ field }) => field)).toEqual([
      "mapping.first_name",
      "mapping.middle_name",
      "mapping.data.nickname",
      "mapping.data.",
      "mapping.constructor",
    ]);
    const both = mappingViolations({ "data.no": "[" }, LEAD_FIELDS);
    expect(both.map(({ message }) => message)).toEqual([
      "is not a lead field that the firm defines",
      "must be a path such as contact.email or answers[0].value",
    ]);
  });
});
