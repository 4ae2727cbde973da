import { describe, expect, it } from "@jest/globals";
import { compilePattern } from "../../../../lib/local/eventbridge/event-pattern.ts";

const EVENT = {
  source: "intake",
  "detail-type": "lead.created",
  detail: {
    amount: 250,
    archived: false,
    assignee: null,
    email: "Dana@Example.com",
    tags: ["hot", "family"],
  },
};

describe("compilePattern", () => {
  it.each([
    ["an exact string", { source: ["intake"] }],
    ["one of several strings", { source: ["other", "intake"] }],
    ["every field at once", { source: ["intake"], "detail-type": ["lead.created"] }],
    ["a number", { detail: { amount: [250] } }],
    ["a boolean", { detail: { archived: [false] } }],
    ["null", { detail: { assignee: [null] } }],
    ["a present field", { detail: { assignee: [{ exists: true }] } }],
    ["an absent field", { detail: { phone: [{ exists: false }] } }],
    ["one of two alternatives", { source: [{ exists: false }, "intake"] }],
    ["an empty pattern", {}],
  ])("matches %s", (_case, pattern) => {
    expect(compilePattern(pattern)(EVENT)).toBe(true);
  });

  it.each([
    ["another string", { source: ["other"] }],
    ["one wrong field of two", { source: ["intake"], "detail-type": ["lead.archived"] }],
    ["a number written as a string", { detail: { amount: ["250"] } }],
    ["a string in another case", { detail: { email: ["dana@example.com"] } }],
    ["an absent field", { detail: { phone: ["1"] } }],
    ["the existence of an absent field", { detail: { phone: [{ exists: true }] } }],
    ["the absence of a present field", { detail: { assignee: [{ exists: false }] } }],
    ["a field below a string", { source: { name: ["intake"] } }],
    ["an empty list of alternatives", { source: [] }],
  ])("does not match %s", (_case, pattern) => {
    expect(compilePattern(pattern)(EVENT)).toBe(false);
  });

  it.each([
    [{ source: [{ wildcard: "in*" }] }, "wildcard"],
    [{ source: [{ exists: true, prefix: "in" }] }, "prefix"],
    [{ $or: [{ source: ["intake"] }] }, "$or"],
    [{ source: [{ exists: 1 }] }, "exists"],
    [{ source: "intake" }, "Not an event pattern"],
  ])("rejects %j and names the reason", (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(message);
  });
});
