import { describe, expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
import { explainViolations, unusedPaths } from "../../shared/sources/explain-violations.rules.ts";
import { parsePath } from "../../shared/sources/json-path.contract.ts";
import { valueAt } from "../../shared/sources/json-path.rules.ts";
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

const unused = (json: unknown, mapping: Mapping = {}) => unusedPaths(json, mapping, LEAD_FIELDS);

const ANSWERS = {
  form: "contact",
  answers: [
    { field: { ref: "name" }, text: "Ada Lovelace" },
    { field: { ref: "email" }, email: "ada@example.com" },
  ],
};

it.each<[string, unknown, Mapping, string[]]>([
  [
    "the default paths",
    { firstName: "Ada", phone_number: "1", summary: "x", external_id: 1, full_name: "Ada", other: 1 },
    {},
    ["other"],
  ],
  ["blank values", { other: null, blank: "", list: [], map: {} }, {}, ["other", "blank"]],
  [
    "a mapped path",
    { contact: { email: "a", phone: "b" }, email: "c" },
    { email: "contact.email" },
    ["contact.phone", "email"],
  ],
  ["every path of a target", { a: 1, b: 2, c: 3 }, { email: ["a", "b"] }, ["c"]],
  ["the path beside a fallback", { a: 1, b: 2 }, { phone: { path: "a", fallback: "1" } }, ["b"]],
  ["a constant", { firstName: "Ada" }, { first_name: { value: "Grace" } }, ["firstName"]],
  ["all below a mapped path", { a: { b: [1, 2], c: 3 }, d: 4 }, { email: "a" }, ["d"]],
  ["an index as a key", { list: ["a", "b"] }, { email: "list.0" }, ["list[1]"]],
  ["the full name", { name: "Ada" }, { full_name: "name" }, []],
  ["the mapping of a field that does not exist any more", { a: 1 }, { "data.gone": "a" }, ["a"]],
  ["a text", "text", {}, []],
  ["null", null, {}, []],
  ["a list", ["a", { b: 1 }], {}, ["[0]", "[1].b"]],
  ["keys with dots and brackets", { "a.b": { "[": 1, c: 2 } }, {}, ['["a.b"]["["]', '["a.b"].c']],
  ["a key that a path cannot begin with", { $: { $: 1 } }, {}, ['["$"].$']],
  [
    "the condition that chooses the entry of a list",
    ANSWERS,
    { email: "answers[field.ref=email].email" },
    ["form", "answers[0].field.ref", "answers[0].text"],
  ],
])("unused paths: %s", (_, json, mapping, paths) => {
  expect(unused(json, mapping)).toEqual(paths);
});

it("an unused path can be mapped", () => {
  const json = { "a.b": [{ c: { "d]": 7 } }] };
  const [path = ""] = unused(json);
  expect(valueAt(json, parsePath(path) ?? [])).toBe(7);
});

it("has a bounded number of paths of bounded length", () => {
  const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key_${index}`, index]));
  expect(unused(wide)).toHaveLength(LIMITS.unusedPaths);
  const long = "k".repeat(LIMITS.pathCharacters);
  expect(unused({ [`${long}k`]: { a: 1 }, [long]: 1, short: { [long]: 1 } })).toEqual([long]);
});
