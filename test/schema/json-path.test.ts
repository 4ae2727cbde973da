import { describe, expect, it } from "@jest/globals";
import { givenAtPath, parsePath, valueAt, withValueAt } from "../../shared/schema/json-path.ts";

const at = (json: unknown, path: string) => valueAt(json, parsePath(path) ?? [{ key: "invalid path" }]);

const FORM = {
  email: "ada@example.com",
  contact: { phone: "1", "e.mail": "quoted", "": "blank" },
  answers: [
    { field: { ref: "first" }, text: "Ada" },
    { field: { ref: "age" }, number: 0 },
    { field: { ref: 7 }, boolean: false },
  ],
  values: [["deep"]],
  nothing: null,
};

describe("a path finds", () => {
  it.each<[string, unknown]>([
    ["email", "ada@example.com"],
    ["contact.phone", "1"],
    ['contact["e.mail"]', "quoted"],
    ['["contact"].phone', "1"],
    ["answers[0].text", "Ada"],
    ["answers.0.text", "Ada"],
    ["answers[1].number", 0],
    ["values[0][0]", "deep"],
    ["answers[field.ref=first].text", "Ada"],
    ["answers[field.ref=age].number", 0],
    ["answers[field.ref=7].boolean", false],
    ["answers[text= Ada ].field.ref", "first"],
    ["nothing", null],
  ])("%s", (path, value) => {
    expect(at(FORM, path)).toEqual(value);
  });

  it("an entry of a list at the top", () => {
    expect(at([{ email: "a" }, { email: "b" }], "[1].email")).toBe("b");
  });

  it("an own key, whatever its name", () => {
    expect(at(JSON.parse('{"__proto__":{"toString":"own"}}'), "__proto__.toString")).toBe("own");
  });
});

describe("a path finds nothing", () => {
  it.each([
    "phone",
    "email.length",
    "email[0]",
    "contact[0]",
    "answers.length",
    "answers.text",
    "answers[3].text",
    "answers[field.ref=last].text",
    "answers[field=first].text",
    "contact[phone=1]",
    "nothing.at.all",
    "constructor",
    "constructor.name",
    "__proto__",
    "__proto__.toString",
    "contact.hasOwnProperty",
    "answers.concat",
  ])("at %s", (path) => {
    expect(at(FORM, path)).toBeUndefined();
  });

  it.each([undefined, null, 7, "text", true])("in %j", (json) => {
    expect(at(json, "length")).toBeUndefined();
  });
});

it.each<[string, unknown]>([
  ['l[q="Which [one], if any?"].a', 1],
  ['l[q="Which [one], if any?"]["a"]', 1],
  ['l[q="plain"].a', 2],
  ["l[q=plain].a", 2],
  ['l[q="].a', 3],
  ['l[q=""].a', 4],
])("a filter's value may be quoted, and hold brackets: %s", (path, value) => {
  const l = ["Which [one], if any?", "plain", '"', ""].map((q, index) => ({ q, a: index + 1 }));
  expect(at({ l }, path)).toBe(value);
});

describe("parsePath rejects", () => {
  it.each([
    "",
    ".",
    ".a",
    "a.",
    "a..b",
    "a[",
    "a]",
    "a[]",
    "a[x]",
    "a[-1]",
    "a[0",
    'a[""]',
    "a[0]b",
    "a[=x]",
    "a[b..c=x]",
    'a[b="c]d"',
  ])("%j", (text) => {
    expect(parsePath(text)).toBeNull();
  });
});

describe("a path that is made to be slow", () => {
  it("has at most 64 steps, as JSON has levels", () => {
    expect(parsePath(Array(64).fill("a").join("."))).toHaveLength(64);
    expect(parsePath(Array(65).fill("a").join("."))).toBeNull();
    expect(parsePath(`l[${Array(65).fill("a").join(".")}=x]`)).toBeNull();
  });

  it("searches a thousand entries of a list", () => {
    const entries = Array.from({ length: 1_001 }, (_, index) => ({ id: index }));
    const at = (id: number) => valueAt({ l: entries }, parsePath(`l[id=${id}]`) ?? []);
    expect([at(999), at(1_000)]).toEqual([{ id: 999 }, undefined]);
  });
});

it.each<[unknown, unknown]>([
  [
    ["a", "", null, " \u200b", "b"],
    ["a", "b"],
  ],
  [[0], 0],
  [[""], undefined],
  [[], undefined],
  ["a", "a"],
  [" ", undefined],
])("the value %j is given as %j", (list, entries) => {
  expect(givenAtPath({ list }, "list")).toEqual(entries);
});

it("a value is replaced in a copy, and nothing is added", () => {
  const json = JSON.parse('{"a":[{"ref":"x","text":1}],"__proto__":{"b":1}}');
  const before = JSON.stringify(json);
  const replaced = (path: string) => JSON.stringify(withValueAt(json, parsePath(path) ?? [], 2));
  expect(replaced("a[ref=x].text")).toBe('{"a":[{"ref":"x","text":2}],"__proto__":{"b":1}}');
  expect(replaced("__proto__.b")).toBe('{"a":[{"ref":"x","text":1}],"__proto__":{"b":2}}');
  for (const path of ["c", "a[1]", "a[0].c", "toString"]) expect(replaced(path)).toBe(before);
  expect(JSON.stringify(json)).toBe(before);
});
