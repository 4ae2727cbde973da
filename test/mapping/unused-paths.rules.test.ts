import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { readFields } from "../../shared/mapping/read-body.rules.ts";
import { parsePath, path, valueAt } from "../../shared/schema/json-path.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import { mappedFields } from "../../shared/sources/inbound-lead.rules.ts";
import type { Mapping } from "../../shared/sources/source.rules.ts";
import { checkProperty } from "../support/check-property.ts";
import { LEAD_FIELDS } from "../support/firms.ts";

const reading = (json: unknown, mapping: Mapping = {}) =>
  readFields(json, { mapping, jsonFields: [], invalidData: "omit" }, mappedFields(LEAD_FIELDS, {}));

const explain = (field: string, json: unknown, mapping: Mapping = {}) =>
  reading(json, mapping).explain([{ field, message: "is wrong" }], [])[0]?.places;

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
  const { explain } = readFields(
    { a: 1 },
    { mapping: {}, jsonFields: [], invalidData: "omit" },
    mappedFields([], {}),
  );
  const [first, second] = explain(violations, []);
  expect([first?.places, second?.places]).toEqual([
    ["Looked at email, phone, phone_number, phoneNumber.", "Nothing uses a."],
    ["Looked at phone, phone_number, phoneNumber."],
  ]);
});

const unused = (json: unknown, mapping: Mapping = {}, others: readonly string[] = []) =>
  reading(json, mapping).unusedPaths(others);

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
    { x: { "": 1, y: 2 }, 'a."b"': 1, 'a"]["b': 1, "\ud800name": 1, "a\u0007": 1 },
    {},
    ["x.y"],
  ],
  ["no key that reads like two", { "a.b": { "c.d": 1 }, 'a.b"]["c.d': 2 }, { email: '["a.b"]["c.d"]' }, []],
  ["a key that shows nothing", { "\u200b": { "\u200b": 1 } }, {}, ['["\u200b"]["\u200b"]']],
  ["a key with quotes but no dots", { 'a "b"': 1 }, {}, ['a "b"']],
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

it("a mapping may have every unused path, and each leads to another value", async () => {
  const unit = fc.constantFrom("a", "$", ".", "[", "]", '"', "=", "0", " ", "\u200b", "\u0007", "\ud800");
  const key = fc.string({ unit, maxLength: 6 });
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof({ maxDepth: 4 }, fc.constant(0), tie("list"), tie("map")),
    list: fc.array(tie("json"), { maxLength: 3 }),
    map: fc.dictionary(key, tie("json"), { maxKeys: 4 }),
  }));
  const property = fc.property(json, (shape) => {
    let leaves = 0;
    const numbered = JSON.parse(JSON.stringify(shape), (_, value) => (value === 0 ? ++leaves : value));
    const paths = unused(numbered);
    const values = paths.map((text) => valueAt(numbered, parsePath(path().parse(text)) ?? []));
    expect(new Set(values).size).toBe(paths.length);
    expect(values).not.toContain(undefined);
  });
  await checkProperty(property, 500);
});

it("has a bounded number of paths of bounded length", () => {
  const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`key_${index}`, index]));
  expect(unused(wide)).toHaveLength(LIMITS.unusedPaths);
  const long = "k".repeat(LIMITS.pathCharacters);
  expect(unused({ [`${long}k`]: { a: 1 }, [long]: 1, short: { [long]: 1 } })).toEqual([long]);
});

describe("of 30,000 values", () => {
  /** Returns such a list, and how many of its values were read. */
  const countedList = () => {
    let count = 0;
    const read = (list: number[], key: string | symbol) => {
      if (/^\d+$/.test(String(key))) count += 1;
      return Reflect.get(list, key);
    };
    return { list: new Proxy(Array<number>(30_000).fill(1), { get: read }), count: () => count };
  };

  const LONG = "k".repeat(LIMITS.pathCharacters);

  it.each<[string, (list: unknown) => unknown, number, number]>([
    ["as many are read as are listed", (list) => ({ a: list }), LIMITS.unusedPaths, LIMITS.unusedPaths],
    ["none is read below a key that no path can have", (list) => ({ a: { '."x': list } }), 0, 0],
    ["none is read below a key that is too long", (list) => ({ [`${LONG}k`]: list }), 0, 0],
    ["none is read below a path that is too long", (list) => ({ [LONG.slice(3)]: { key: list } }), 0, 0],
    ["none is read at more steps than a path may have", (list) => nested(list, 64), 0, 0],
    ["none is read below a mapped path", (list) => ({ email: list }), 0, 0],
  ])("%s", (_, jsonOf, readCount, listedCount) => {
    const { list, count } = countedList();
    const { unusedPaths } = reading(jsonOf(list));
    const before = count();
    expect(unusedPaths([])).toHaveLength(listedCount);
    expect(count() - before).toBe(readCount);
  });

  const nested = (value: unknown, levels: number): unknown =>
    levels === 0 ? value : [nested(value, levels - 1)];
});

it("a path that something else uses is used", () => {
  const json = { token: "s3cret", "tok.en": 1 };
  expect(unused(json, {}, ["token"])).toEqual(['["tok.en"]']);
});
