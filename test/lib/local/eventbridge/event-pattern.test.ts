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
    items: [
      { kind: "call", minutes: 5 },
      { kind: "mail", minutes: 50 },
    ],
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
    ["an element of a list", { detail: { tags: ["family"] } }],
    ["an element of a list of objects", { detail: { items: { kind: ["mail"], minutes: [50] } } }],
    ["a prefix", { "detail-type": [{ prefix: "lead." }] }],
    ["a prefix in any case", { detail: { email: [{ prefix: { "equals-ignore-case": "dana@" } }] } }],
    ["a suffix", { "detail-type": [{ suffix: ".created" }] }],
    ["a string in any case", { detail: { email: [{ "equals-ignore-case": "dana@example.COM" }] } }],
    ["anything but a string", { source: [{ "anything-but": "other" }] }],
    ["anything but several", { source: [{ "anything-but": ["other", "more"] }] }],
    ["anything but a prefix", { source: [{ "anything-but": { prefix: "aws." } }] }],
    ["anything but several suffixes", { source: [{ "anything-but": { suffix: [".a", ".b"] } }] }],
    ["a present field", { detail: { assignee: [{ exists: true }] } }],
    ["an absent field", { detail: { phone: [{ exists: false }] } }],
    ["a number in a range", { detail: { amount: [{ numeric: [">", 100, "<=", 250] }] } }],
    ["one of two operators", { source: [{ prefix: "aws." }, { suffix: "take" }] }],
    ["an empty pattern", {}],
  ])("matches %s", (_case, pattern) => {
    expect(compilePattern(pattern)(EVENT)).toBe(true);
  });

  it.each([
    ["another string", { source: ["other"] }],
    ["one wrong field of two", { source: ["intake"], "detail-type": ["lead.archived"] }],
    ["a number written as a string", { detail: { amount: ["250"] } }],
    ["a string in another case", { detail: { email: ["dana@example.com"] } }],
    ["fields of different elements", { detail: { items: { kind: ["call"], minutes: [50] } } }],
    ["an absent field", { detail: { phone: ["1"] } }],
    ["anything-but of an absent field", { detail: { phone: [{ "anything-but": "1" }] } }],
    ["anything-but of an element of the list", { detail: { tags: [{ "anything-but": "hot" }] } }],
    ["the existence of an absent field", { detail: { phone: [{ exists: true }] } }],
    ["the absence of a present field", { detail: { assignee: [{ exists: false }] } }],
    ["a field below a string", { source: { name: ["intake"] } }],
    ["a number out of range", { detail: { amount: [{ numeric: [">", 250] }] } }],
    ["a numeric comparison of a string", { source: [{ numeric: [">", 0] }] }],
    ["an empty list of alternatives", { source: [] }],
  ])("does not match %s", (_case, pattern) => {
    expect(compilePattern(pattern)(EVENT)).toBe(false);
  });

  it.each([
    [{ source: [{ wildcard: "in*" }] }, "wildcard"],
    [{ $or: [{ source: ["intake"] }] }, "$or"],
    [{ detail: { amount: [{ numeric: ["~", 1] }] } }, "numeric"],
    [{ source: [{ prefix: 1 }] }, "not a string"],
    [{ source: "intake" }, "Not an event pattern"],
  ])("rejects %j and names the reason", (pattern, message) => {
    expect(() => compilePattern(pattern)).toThrow(message);
  });
});
