import { describe, expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/api/schema/limits.ts";
import { mappingViolations } from "../../shared/sources/mapping-violations.rules.ts";
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
      first_name: "a..b",
      middle_name: "x",
      "data.nickname": "x",
      "data.": "x",
      constructor: "x",
      email: 7,
    };
    expect(fieldsOf(mapping)).toEqual([
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

  it.each<[unknown, string[]]>([
    [{ email: ["a", "a..b", "["] }, ["mapping.email[1]", "mapping.email[2]"]],
    [{ email: { path: "a..b" } }, ["mapping.email.path"]],
    [
      { email: { paths: ["a", "a..b"], fallback: "none" } },
      ["mapping.email.paths[1]", "mapping.email.fallback"],
    ],
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
  ])("%j names what is wrong", (mapping, fields) => {
    expect(fieldsOf(mapping)).toEqual(fields);
  });

  it("may keep the entries of the stored one", () => {
    const stored = { "data.gone": { paths: ["a", "b"], fallback: "x" }, "data.case_type": { value: "Tax" } };
    expect(mappingViolations(JSON.parse(JSON.stringify(stored)), LEAD_FIELDS, stored)).toEqual([]);
    const changed = { "data.gone": { paths: ["a", "c"], fallback: "x" } };
    expect(mappingViolations(changed, LEAD_FIELDS, stored)).toHaveLength(1);
  });
});

describe("the largest mappings", () => {
  const PATHS = ["a.", "[0]", '["k"]', "[a.b=c]", "[a=", "]"];
  const mappingOf = (part: string, entries: number) =>
    Object.fromEntries(
      Array.from({ length: entries }, (_, index) => [`data.f${index}`, part.repeat(300 / part.length)]),
    );
  const milliseconds = (mapping: object) => {
    const startedAt = performance.now();
    for (let run = 0; run < 5; run++) mappingViolations(mapping, []);
    return performance.now() - startedAt;
  };

  it.each(PATHS)("of paths of %j are checked in time that grows as they do", (part) => {
    const [small, large] = [mappingOf(part, 20), mappingOf(part, 200)];
    milliseconds(small);
    const ratio = milliseconds(large) / milliseconds(small);
    expect(ratio).toBeLessThan(50);
  });
});
