import { describe, expect, it } from "@jest/globals";
import { conditionOutcome, expandJsonFields, textsIn } from "../../shared/sources/inbound-json.rules.ts";
import type { Condition } from "../../shared/sources/source.rules.ts";

const outcome = (json: unknown, acceptWhen: Condition[], testWhen: Condition[] = []) =>
  conditionOutcome(json, { acceptWhen, testWhen });

describe("a condition", () => {
  it.each<[Omit<Condition, "path">, unknown]>([
    [{ equals: "paid" }, " paid\n"],
    [{ equals: " paid " }, "paid"],
    [{ equals: "7" }, 7],
    [{ equals: 7 }, "7"],
    [{ equals: 7 }, 7],
    [{ equals: 0 }, 0],
    [{ equals: true }, "true"],
    [{ equals: "true" }, true],
    [{ equals: false }, false],
    [{ in: ["a", 2, false] }, "2"],
    [{ in: ["a", 2, false] }, false],
    [{ present: true }, 0],
    [{ present: true }, false],
    [{ present: true }, ["", "x"]],
    [{ present: true }, {}],
    [{ present: false }, ""],
    [{ present: false }, " \u200b"],
    [{ present: false }, null],
    [{ present: false }, undefined],
    [{ present: false }, []],
    [{ present: false }, ["", null, " "]],
  ])("%j holds for %j", (condition, value) => {
    expect(outcome({ a: { b: value } }, [{ path: "a.b", ...condition }])).toBeNull();
  });

  it.each<[Omit<Condition, "path">, unknown]>([
    [{ equals: "paid" }, "Paid"],
    [{ equals: "paid" }, "paid now"],
    [{ equals: 1 }, "1.0"],
    [{ equals: 1 }, true],
    [{ equals: "a" }, ["a"]],
    [{ equals: "[object Object]" }, {}],
    [{ equals: "null" }, null],
    [{ equals: "undefined" }, undefined],
    [{ in: ["a", 2] }, "b"],
    [{ in: ["a", 2] }, undefined],
    [{ present: true }, " "],
    [{ present: true }, undefined],
    [{ present: true }, [""]],
    [{ present: false }, "x"],
    [{ present: false }, 0],
  ])("%j does not hold for %j", (condition, value) => {
    expect(outcome({ a: { b: value } }, [{ path: "a.b", ...condition }])).toBe("ignored");
  });
});

describe("conditions", () => {
  const paid = { path: "status", equals: "paid" };
  const test = { path: "test", equals: true };

  it("must all hold", () => {
    const both = [paid, { path: "email", present: true }];
    expect(outcome({ status: "paid", email: "a@b.io" }, both)).toBeNull();
    expect(outcome({ status: "paid" }, both)).toBe("ignored");
    expect(outcome({ status: "paid", test: true }, [], [paid, test])).toBe("test");
    expect(outcome({ test: true }, [], [paid, test])).toBeNull();
  });

  it("accept everything, and treat nothing as a test, when there are none", () => {
    expect(outcome({}, [])).toBeNull();
    expect(outcome(["a list"], [])).toBeNull();
  });

  it("accept before they test", () => {
    expect(outcome({ test: true }, [paid], [test])).toBe("ignored");
    expect(outcome({ test: true, status: "paid" }, [paid], [test])).toBe("test");
  });
});

describe("expandJsonFields", () => {
  it.each<[string, unknown, string[], unknown]>([
    ["a field", { raw: '{"a":[1]}', b: "x" }, ["raw"], { raw: { a: [1] }, b: "x" }],
    ["an entry", { list: ["[1]", "[1]"] }, ["list[1]"], { list: ["[1]", [1]] }],
    ["an entry by a numeric key", { list: ["[1]", "[2]"] }, ["list.1"], { list: ["[1]", [2]] }],
    [
      "a field of an entry found by its content",
      {
        answers: [
          { ref: "a", text: "1" },
          { ref: "b", text: "{}" },
        ],
      },
      ["answers[ref=b].text"],
      {
        answers: [
          { ref: "a", text: "1" },
          { ref: "b", text: {} },
        ],
      },
    ],
    ["JSON within JSON", { a: '{"b":"{\\"c\\":1}"}' }, ["a", "a.b"], { a: { b: { c: 1 } } }],
    ["blank text", { a: " ", b: "" }, ["a", "b"], { a: " ", b: "" }],
    [
      "a value that is not text, or is missing",
      { a: { b: 1 }, n: null },
      ["a", "n", "x", "a.b"],
      { a: { b: 1 }, n: null },
    ],
    ["a body that is not an object", "[1]", ["a", "[0]"], "[1]"],
  ])("%s", (_, json, paths, expected) => {
    expect(expandJsonFields({ json }, paths)).toEqual({ json: expected });
  });

  it("sets properties of the object itself", () => {
    const { json } = expandJsonFields({ json: JSON.parse('{"__proto__":"{\\"a\\":1}"}') }, ["__proto__"]);
    expect(JSON.stringify(json)).toBe('{"__proto__":{"a":1}}');
    expect(Object(json).a).toBeUndefined();
  });

  it.each([
    ["{", "must be well-formed JSON in the field raw"],
    ["[".repeat(70) + "]".repeat(70), "must not be nested deeper than 64 levels in the field raw"],
  ])("reports text that is not usable JSON", (raw, problem) => {
    expect(expandJsonFields({ json: { raw } }, ["raw"])).toEqual({ json: {}, problem });
  });

  it("keeps an earlier problem", () => {
    expect(expandJsonFields({ json: {}, problem: "p" }, ["raw"])).toEqual({ json: {}, problem: "p" });
  });
});

it("yields the texts and numbers in JSON, not the names of properties", () => {
  expect([...textsIn({ mail: "a", list: [1, '{"phone":"b"}'], none: null })]).toEqual([
    "a",
    "1",
    '{"phone":"b"}',
    "b",
  ]);
});
