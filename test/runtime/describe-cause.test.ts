import { describe, expect, it } from "@jest/globals";
import { describeCause } from "../../shared/runtime/describe-cause.ts";

describe("an error for the log", () => {
  it("has its stack, and those of its causes", () => {
    const error = new TypeError("outer", { cause: new RangeError("middle", { cause: new Error("inner") }) });
    const text = describeCause(error, []);
    expect(text).toMatch(
      /TypeError: outer\n +at (.*\n)*caused by RangeError: middle\n(.*\n)*caused by Error: inner\n +at /,
    );
  });

  it("ends, though its causes go round in a circle", () => {
    const error = new Error("round");
    error.cause = error;
    expect(describeCause(error, []).match(/caused by/g)).toHaveLength(5);
  });

  it.each([
    ["a text", "Ada"],
    ["nothing", undefined],
    ["null", null],
    ["an object", { name: "Ada" }],
  ])("tells of what is no error only its type: %s", (_, thrown) => {
    expect(describeCause(thrown, [])).toBe(`thrown: ${typeof thrown}`);
  });

  it.each<[string, string, unknown]>([
    ["as sent", "bad name  Ada Lovelace .", { first_name: " Ada Lovelace " }],
    ["trimmed", "bad name <Ada Lovelace>", { first_name: " Ada Lovelace " }],
    ["in lower case", "no <ada@example.com>", { email: "ADA@Example.com" }],
    ["several times", "ada@example.com: ada@example.com", { email: "ada@example.com" }],
    ["deep inside", "value <Secret Fall>", { data: { list: [{ summary: "Secret Fall" }] } }],
    ["a number", "value 5551234", { data: { value: 5551234 } }],
    ["a phone number as it is stored", "value +12125550123", { phone: "(212) 555-0123" }],
    ["quoted as JSON", 'value {"s":"O\\"Brien\\n2"}', { last_name: 'O"Brien\n2' }],
    ["a text by itself", "token abcdef", "abcdef"],
    ["two that contain each other", "Lovelace lovelace@example.com", ["Lovelace", "lovelace@example.com"]],
    ["with signs that mean something to patterns", "price $& (1+1)", { summary: "$& (1+1)" }],
  ])("repeats nothing of the request: %s", (_, message, sent) => {
    const cause = new Error(message);
    const text = describeCause(new Error("failed", { cause }), [sent]);
    expect(text).toContain("[redacted]");
    expect(text).not.toMatch(/\bAda|Lovelace@?|example\.com|Fall|555|Brien|abcdef|1\+1/i);
  });
});
