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
    ["an exact text", { source: ["intake"] }],
    ["one of several texts", { source: ["other", "intake"] }],
    ["every field at once", { source: ["intake"], "detail-type": ["lead.created"] }],
    ["a number", { detail: { amount: [250] } }],
    ["a boolean", { detail: { archived: [false] } }],
    ["null", { detail: { assignee: [null] } }],
    ["an element of a list", { detail: { tags: ["family"] } }],
    ["an element of a list of objects", { detail: { items: { kind: ["mail"], minutes: [50] } } }],
    ["a prefix", { "detail-type": [{ prefix: "lead." }] }],
    ["a prefix whatever its case", { detail: { email: [{ prefix: { "equals-ignore-case": "dana@" } }] } }],
    ["a suffix", { "detail-type": [{ suffix: ".created" }] }],
    ["a text whatever its case", { detail: { email: [{ "equals-ignore-case": "dana@example.COM" }] } }],
    ["anything but a text", { source: [{ "anything-but": "other" }] }],
    ["anything but several", { source: [{ "anything-but": ["other", "more"] }] }],
    ["anything but a prefix", { source: [{ "anything-but": { prefix: "aws." } }] }],
    ["anything but several suffixes", { source: [{ "anything-but": { suffix: [".a", ".b"] } }] }],
    ["a field that is there", { detail: { assignee: [{ exists: true }] } }],
    ["a field that is not there", { detail: { phone: [{ exists: false }] } }],
    ["a number in a range", { detail: { amount: [{ numeric: [">", 100, "<=", 250] }] } }],
    ["one of two operators", { source: [{ prefix: "aws." }, { suffix: "take" }] }],
    ["nothing in particular", {}],
  ])("matches %s", (_what, pattern) => {
    expect(compilePattern(pattern)(EVENT)).toBe(true);
  });

  it.each([
    ["another text", { source: ["other"] }],
    ["one wrong field of two", { source: ["intake"], "detail-type": ["lead.archived"] }],
    ["a number written as text", { detail: { amount: ["250"] } }],
    ["a text in another case", { detail: { email: ["dana@example.com"] } }],
    ["fields of different elements", { detail: { items: { kind: ["call"], minutes: [50] } } }],
    ["a field that is missing", { detail: { phone: ["1"] } }],
    ["anything but of a missing field", { detail: { phone: [{ "anything-but": "1" }] } }],
    ["anything but what the list has", { detail: { tags: [{ "anything-but": "hot" }] } }],
    ["the existence of a missing field", { detail: { phone: [{ exists: true }] } }],
    ["the absence of a field that is there", { detail: { assignee: [{ exists: false }] } }],
    ["a field below a text", { source: { name: ["intake"] } }],
    ["a number out of range", { detail: { amount: [{ numeric: [">", 250] }] } }],
    ["a numeric of a text", { source: [{ numeric: [">", 0] }] }],
    ["no alternative at all", { source: [] }],
  ])("does not match %s", (_what, pattern) => {
    expect(compilePattern(pattern)(EVENT)).toBe(false);
  });

  it.each([
    [{ source: [{ wildcard: "in*" }] }, "wildcard"],
    [{ $or: [{ source: ["intake"] }] }, "$or"],
    [{ detail: { amount: [{ numeric: ["~", 1] }] } }, "numeric"],
    [{ source: [{ prefix: 1 }] }, "no text"],
    [{ source: "intake" }, "Not an event pattern"],
  ])("refuses %j, naming it", (pattern, named) => {
    expect(() => compilePattern(pattern)).toThrow(named);
  });
});
