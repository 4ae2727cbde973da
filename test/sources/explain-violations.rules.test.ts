import { expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
import { explainViolations, unusedPaths } from "../../shared/sources/explain-violations.rules.ts";
import { parsePath } from "../../shared/sources/json-path.contract.ts";
import { valueAt } from "../../shared/sources/json-path.rules.ts";
import type { Mapping, Source } from "../../shared/sources/source.rules.ts";
import { LEAD_FIELDS } from "../support/firms.ts";

const explain = (field: string, json: unknown, mapping: Mapping = {}) =>
  explainViolations([{ field, message: "is wrong" }], json, {
    mapping,
    bodySecret: null,
    leadFields: LEAD_FIELDS,
  })[0]?.places;

it.each<[string, unknown, Mapping, ...string[]]>([
  ["email", {}, { phone: "tel" }, "Looked at email, tel."],
  [
    "first_name",
    { a: 1 },
    { first_name: ["b", "c.d"], last_name: "e" },
    "Looked at b, c.d.",
    "Nothing uses a.",
  ],
  [
    "data.case_type",
    { case_type: "Tax", utm: { id: 1 } },
    {},
    "Looked at case_type.",
    "Nothing uses utm.id.",
  ],
  ["first_name", { x: 1 }, { full_name: { value: "a" }, first_name: { value: "b" } }, "Nothing uses x."],
  ["data", { email: "a" }, {}],
])(
  "names the paths read for %s, and the values that nothing uses, in %j by %j",
  (field, json, mapping, ...places) => {
    expect(explain(field, json, mapping)).toEqual(places);
  },
);

it("only the first violation names unused values", () => {
  const violations = ["email", "phone"].map((field) => ({ field, message: "is wrong" }));
  const [first, second] = explainViolations(
    violations,
    { a: 1 },
    { mapping: {}, bodySecret: null, leadFields: [] },
  );
  expect([first?.places, second?.places]).toEqual([
    ["Looked at email, phone, phone_number, phoneNumber.", "Nothing uses a."],
    ["Looked at phone, phone_number, phoneNumber."],
  ]);
});

const unused = (json: unknown, mapping: Mapping = {}, bodySecret: Source["bodySecret"] = null) =>
  unusedPaths(json, { mapping, bodySecret, leadFields: LEAD_FIELDS });

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
  ["keys with white space around them", { " a ": { " b ": 1, c: 2 } }, {}, ['[" a "][" b "]', '[" a "].c']],
  [
    "no keys that a path cannot have",
    { x: { "": 1, y: 2 }, 'a."b"': 1, 'a"]["b': 1, "\ud800name": 1, "a\u0007": 1, "\u200b": 1 },
    {},
    ["x.y"],
  ],
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

it("the field of the body's secret is used", () => {
  const json = { token: "s3cret", "tok.en": 1 };
  expect(unused(json, {}, { path: "token", value: "s3cret" })).toEqual(['["tok.en"]']);
});
