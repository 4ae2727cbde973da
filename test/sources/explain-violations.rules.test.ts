import { describe, expect, it } from "@jest/globals";
import { explainViolations } from "../../shared/sources/explain-violations.rules.ts";
import type { Mapping } from "../../shared/sources/source.rules.ts";
import { LEAD_FIELDS } from "../support/firms.ts";

const REQUIRED = "is required";

const explain = (field: string, json: unknown, mapping: Mapping = {}) =>
  explainViolations([{ field, message: REQUIRED }], json, { mapping, leadFields: LEAD_FIELDS })[0]?.message;

describe("a violation names the paths that were read, and the values that nothing uses:", () => {
  it.each<[string, unknown, Mapping, string]>([
    ["email", {}, { phone: "tel" }, "looked at email, tel"],
    ["email", { email: "none" }, {}, "looked at email"],
    ["phone", { phone: "x" }, {}, "looked at phone, phone_number, phoneNumber"],
    [
      "last_name",
      { nachname: "Doe" },
      {},
      "looked at last_name, lastName, full_name, fullName, name; unused: nachname",
    ],
    ["last_name", { family: "a\u0007" }, { last_name: "family" }, "looked at family"],
    ["first_name", { name: "Prince" }, {}, "looked at first_name, firstName, full_name, fullName, name"],
    ["first_name", { a: 1 }, { first_name: ["b", "c.d"], last_name: "e" }, "looked at b, c.d; unused: a"],
    ["external_id", { external_id: {} }, {}, "looked at external_id, externalId"],
    ["data.case_type", { case_type: "Tax", utm: { id: 1 } }, {}, "looked at case_type; unused: utm.id"],
    ["first_name", { x: 1 }, { full_name: { value: "a" }, first_name: { value: "b" } }, "unused: x"],
  ])("%s of %j by %j", (field, json, mapping, hints) => {
    expect(explain(field, json, mapping)).toBe(`${REQUIRED} (${hints})`);
  });
});

it("a violation of no field, with nothing unused, is unchanged", () => {
  expect(explain("data", { email: "a" })).toBe(REQUIRED);
});

it("only the first violation names unused values", () => {
  const violations = ["email", "phone"].map((field) => ({ field, message: REQUIRED }));
  const [first, second] = explainViolations(violations, { a: 1 }, { mapping: {}, leadFields: [] });
  expect([first?.message, second?.message]).toEqual([
    expect.stringContaining("unused: a"),
    expect.not.stringContaining("unused"),
  ]);
});

it("a list of paths has at most 300 characters", () => {
  const unused = (length: number) => explain("data", { ["k".repeat(length)]: 1 });
  expect(unused(300)).toBe(`${REQUIRED} (unused: ${"k".repeat(300)})`);
  expect(unused(301)).toBe(`${REQUIRED} (unused: ${"k".repeat(299)}…)`);
});
