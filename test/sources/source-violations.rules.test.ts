import { describe, expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
import { mappingViolations } from "../../shared/sources/source-violations.rules.ts";
import { LEAD_FIELDS } from "../support/firms.ts";

const fieldsOf = (mapping: unknown) => mappingViolations(mapping, LEAD_FIELDS).map(({ field }) => field);

describe("a mapping is valid with", () => {
  it.each<[unknown]>([
    [{}],
    [{ first_name: "a", last_name: "a.b", email: "a[0]", phone: "a[b=c].d", external_id: "id" }],
    [{ "data.case_type": "answers[3]", "data.urgent": "x", full_name: "name" }],
    [{ email: ["a", "b.c"], phone: { paths: ["a", "b"] }, external_id: ["a", "b"] }],
    [{ first_name: { path: "a", fallback: "Unknown" }, last_name: { value: "Doe" } }],
    [{ email: { path: "a", fallback: "intake@example.com" }, full_name: { value: "Ada Lovelace" } }],
    [{ "data.case_type": { value: "Family" }, "data.summary": { value: "x".repeat(4_000) } }],
    [{ "data.case_type": { value: "family" }, "data.value": { path: "a", fallback: 0 } }],
    [{ "data.value": { value: "12.5" }, "data.urgent": { value: false } }],
    [{ "data.urgent": { path: "a", fallback: "no" }, "data.incident_date": { value: "2026-03-05" } }],
    [undefined],
    ["not an object, which the schema rejects"],
    [{ email: Array(LIMITS.mappingPaths + 1).fill("[") }],
  ])("%j", (mapping) => {
    expect(mappingViolations(mapping, LEAD_FIELDS)).toEqual([]);
  });
});

describe("a mapping", () => {
  it("is checked in every entry", () => {
    const mapping = {
      first_name: "a.b",
      middle_name: "x",
      "data.nickname": "x",
      "data.": "x",
      constructor: "x",
      email: 7,
    };
    expect(fieldsOf(mapping)).toEqual([
      "mapping.middle_name",
      "mapping.data.nickname",
      "mapping.data.",
      "mapping.constructor",
    ]);
  });

  it.each<[unknown, string[]]>([
    [{ email: { paths: ["a", "b"], fallback: "none" } }, ["mapping.email.fallback"]],
    [{ email: { value: "no address" } }, ["mapping.email.value"]],
    [{ first_name: { value: "x".repeat(201) } }, ["mapping.first_name.value"]],
    [{ first_name: { value: "a\nb" } }, ["mapping.first_name.value"]],
    [{ full_name: { value: "x".repeat(201) } }, ["mapping.full_name.value"]],
    [{ phone: { value: 7 } }, ["mapping.phone.value"]],
    [{ phone: { path: "a", fallback: "1".repeat(41) } }, ["mapping.phone.fallback"]],
    [{ external_id: { value: "1" } }, ["mapping.external_id.value"]],
    [{ external_id: { path: "a", fallback: "1" } }, ["mapping.external_id.fallback"]],
    [{ "data.case_type": { value: "Tax" } }, ["mapping.data.case_type.value"]],
    [{ "data.value": { value: "many" } }, ["mapping.data.value.value"]],
    [{ "data.urgent": { path: "a", fallback: 2 } }, ["mapping.data.urgent.fallback"]],
    [{ "data.incident_date": { value: "05.03.2026" } }, ["mapping.data.incident_date.value"]],
    [{ "data.nickname": { value: "x" } }, ["mapping.data.nickname"]],
  ])("reports what is wrong: %j", (mapping, fields) => {
    expect(fieldsOf(mapping)).toEqual(fields);
  });

  it("may keep the entries of the stored one", () => {
    const stored = { "data.gone": { paths: ["a", "b"], fallback: "x" }, "data.case_type": { value: "Tax" } };
    expect(mappingViolations(JSON.parse(JSON.stringify(stored)), LEAD_FIELDS, stored)).toEqual([]);
    const changed = { "data.gone": { paths: ["a", "c"], fallback: "x" } };
    expect(mappingViolations(changed, LEAD_FIELDS, stored)).toHaveLength(1);
  });
});

describe("the target of a mapping", () => {
  const messageOf = (target: string) => mappingViolations({ [target]: "path" }, LEAD_FIELDS)[0]?.message;

  it.each([
    ["firstName", "first_name"],
    ["e_mail", "email"],
    ["external", "external_id"],
    ["case_type", "data.case_type"],
    ["data.casetype", "data.case_type"],
    ["Date of incident", "data.incident_date"],
    ["data.date of Incident", "data.incident_date"],
  ])("is suggested if it is misspelled, or a label: %s", (target, meant) => {
    expect(messageOf(target)).toBe(`is not a lead field (did you mean ${meant}?)`);
  });

  it("is suggested from a list if nothing is near", () => {
    expect(messageOf("company")).toMatch(/^is not a lead field; the fields are first_name, .*, data\.<key>$/);
    expect(messageOf("data.budget")).toBe("is not a lead field that the firm defines");
  });
});
