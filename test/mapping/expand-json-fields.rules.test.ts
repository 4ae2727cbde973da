import { describe, expect, it } from "@jest/globals";
import { expandJsonFields } from "../../shared/mapping/expand-json-fields.rules.ts";

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
    expect(expandJsonFields(json, paths)).toEqual({ json: expected });
  });

  it("sets properties of the object itself", () => {
    const { json } = expandJsonFields(JSON.parse('{"__proto__":"{\\"a\\":1}"}'), ["__proto__"]);
    expect(JSON.stringify(json)).toBe('{"__proto__":{"a":1}}');
    expect(Object(json).a).toBeUndefined();
  });

  it.each([
    ["{", "must be well-formed JSON in the field raw"],
    ["[".repeat(70) + "]".repeat(70), "must not be nested deeper than 64 levels in the field raw"],
  ])("reports text that is not usable JSON, and expands the other fields", (raw, problem) => {
    expect(expandJsonFields({ raw, other: "[1]" }, ["raw", "other"])).toEqual({
      json: { raw, other: [1] },
      problem,
    });
  });

  it("leaves the body as it was sent", () => {
    const sent = { list: ["[1]"] };
    expandJsonFields(sent, ["list[0]"]);
    expect(sent).toEqual({ list: ["[1]"] });
  });
});
