import { describe, expect, it } from "@jest/globals";
import { describeCause } from "../../shared/runtime/log.ts";

describe("describeCause", () => {
  it("includes the stack and the stacks of the causes", () => {
    const error = new TypeError("outer", { cause: new RangeError("middle", { cause: new Error("inner") }) });
    const text = describeCause(error, []);
    expect(text).toMatch(
      /TypeError: outer\n +at (.*\n)*caused by RangeError: middle\n(.*\n)*caused by Error: inner\n +at /,
    );
  });

  it("stops after five causes, even in a cycle", () => {
    const error = new Error("round");
    error.cause = error;
    expect(describeCause(error, []).match(/caused by/g)).toHaveLength(5);
  });

  it.each([
    ["a text", "Ada"],
    ["nothing", undefined],
    ["null", null],
    ["an object", { name: "Ada" }],
  ])("shows only the type of a thrown value that is not an error: %s", (_, thrown) => {
    expect(describeCause(thrown, [])).toBe(`thrown: ${typeof thrown}`);
  });

  it.each([
    "https://api.example.com/api/leads?key=its_0123abcXYZ&a=b",
    "key its%5F0123abcXYZ",
    "Bearer itk_0123abcXYZ",
  ])("redacts a key that is not in the request values: %s", (message) => {
    const text = describeCause(new Error(message), []);
    expect(text).toContain("[redacted]");
    expect(text).not.toContain("0123abcXYZ");
  });

  it.each<[string, string, unknown]>([
    ["as given", "bad name  Ada Lovelace .", { first_name: " Ada Lovelace " }],
    ["trimmed", "bad name <Ada Lovelace>", { first_name: " Ada Lovelace " }],
    ["in lower case", "no <ada@example.com>", { email: "ADA@Example.com" }],
    ["several times", "ada@example.com: ada@example.com", { email: "ada@example.com" }],
    ["deep inside", "value <Secret Fall>", { data: { list: [{ summary: "Secret Fall" }] } }],
    ["in JSON within a text", "value <Secret Fall>", { raw: '{"summary":"Secret Fall"}' }],
    ["a number", "value 5551234", { data: { value: 5551234 } }],
    ["a phone number as stored", "value +12125550123", { phone: "(212) 555-0123" }],
    ["quoted as JSON", 'value {"s":"O\\"Brien\\n2"}', { last_name: 'O"Brien\n2' }],
    ["a text by itself", "token abcdef", "abcdef"],
    ["two that contain each other", "Lovelace lovelace@example.com", ["Lovelace", "lovelace@example.com"]],
    ["with special characters of patterns", "price $& (1+1)", { summary: "$& (1+1)" }],
  ])("redacts a request value: %s", (_, message, requestValue) => {
    const cause = new Error(message);
    const text = describeCause(new Error("failed", { cause }), [requestValue]);
    expect(text).toContain("[redacted]");
    expect(text).not.toMatch(/\bAda|Lovelace|example\.com|Secret Fall|555-?\d{4}|Brien|abcdef|1\+1/i);
  });

  it("redacts the other values beside a text that contains JSON of any depth", () => {
    const deep = "[".repeat(30_000) + "]".repeat(30_000);
    expect(describeCause(new Error("bad Lovelace"), [{ deep, last_name: "Lovelace" }])).toMatch(
      /^Error: bad \[redacted\]/,
    );
  });

  it("does not redact its own redactions, however often a text occurs in the request", () => {
    const texts = Array(1_000).fill(["ed", "redacted", "[red"]);
    expect(describeCause(new Error("named"), texts)).toMatch(/^Error: nam\[redacted\]\n/);
  });
});
