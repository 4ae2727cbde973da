import { describe, expect, it } from "@jest/globals";
import {
  dataValue,
  readExternalId,
  readPhone,
  readText,
  sentText,
} from "../../shared/mapping/value.rules.ts";
import { LIMITS } from "../../shared/schema/limits.ts";
import { LEAD_FIELDS } from "../support/firms.ts";

const LOST = "is a number that has lost digits: send it as text";
const LONG = "x".repeat(LIMITS.dataTextCharacters);
const BLANKS = [undefined, null, "", " \u200b"];

describe("a text", () => {
  it.each([
    [" Ada\r\nLovelace ", "Ada Lovelace"],
    ["a\u0000\u2028b\u0085", "a b"],
    [7, "7"],
    [-0.5, "-0.5"],
    [[" a ", 7, "b\nc"], "a, 7, b c"],
    [`${LONG}\n`, LONG],
    [`${LONG}\n\nx`, `${LONG}\n\nx`],
  ])("%j is read on one line as %j", (input, value) => {
    expect(readText(input)).toEqual({ value });
  });

  it.each<[unknown, string]>([
    [true, "must be text or a number"],
    [{ text: "Ada" }, "must be text or a number"],
    [["Ada", {}], "must be text, a number or a list of these"],
    [["Love", ["lace"]], "must be text, a number or a list of these"],
    [2 ** 53, LOST],
    [["Ada", 2 ** 53], "has a number that has lost digits: send it as text"],
  ])("cannot be %j: %s", (input, problem) => {
    expect(readText(input)).toEqual({ problem });
  });

  it.each([
    ["tel:+1 212 555 0123", "+1 212 555 0123"],
    [" WhatsApp:ask ", "ask"],
    [2125550123, "2125550123"],
  ])("%j is a phone number as %j", (input, value) => {
    expect(readPhone(input)).toEqual({ value });
  });

  it.each([...BLANKS, "tel: "])("%j is no phone number", (input) => {
    expect(readPhone(input)).toEqual({});
  });
});

describe("an external id", () => {
  it.each([
    Number.MAX_SAFE_INTEGER,
    "9007199254740993",
    "x".repeat(255),
    "😀".repeat(255),
    0,
    -1,
    1.5,
    1e-7,
    0.123456789012345,
  ])("may be %j", (id) => {
    expect(readExternalId(id)).toEqual({ value: String(id) });
  });

  it.each<[unknown, string]>([
    [2 ** 53, LOST],
    [-(2 ** 53), LOST],
    [JSON.parse("9007199254740993"), LOST],
    [2 ** 53 + 0.5, LOST],
    [0.1234567890123456, LOST],
    [JSON.parse("1e999"), LOST],
    [{ id: 1 }, "must be text or a number"],
    [["a", "b"], "must be text or a number"],
    ["x".repeat(256), "must have at most 255 characters"],
    ["\ud800", "must be well-formed Unicode"],
  ])("cannot be %j: %s", (id, problem) => {
    expect(readExternalId(id)).toEqual({ problem });
  });

  it.each(BLANKS)("is absent for %j", (id) => {
    expect(readExternalId(id)).toEqual({});
  });
});

describe("a value for a firm-defined field", () => {
  const read = (key: string, input: unknown) => {
    const field = LEAD_FIELDS.find((each) => each.key === key);
    return field && dataValue(input, field);
  };

  it.each<[string, unknown, unknown]>([
    ["case_type", "INJURY", "Injury"],
    ["case_type", " family ", "Family"],
    ["case_type", "Tax", "Tax"],
    ["case_type", ["Family", "Injury"], ["Family", "Injury"]],
    ["summary", 7, "7"],
    ["summary", 0, "0"],
    ["summary", true, true],
    ["summary", 2 ** 53, 2 ** 53],
    ["summary", [" a ", 7, "b"], "a, 7, b"],
    ["summary", ["a", {}], ["a", {}]],
    ["summary", "a\u0000\u0007b\tc\r\nd\u0085", "a b\tc\r\nd"],
    ["value", "7", 7],
    ["value", " -7.50 ", -7.5],
    ["value", "1e3", 1000],
    ["value", ".5", 0.5],
    ["value", "0".repeat(100), 0],
    ["value", "0".repeat(101), "0".repeat(101)],
    ["value", "0x10", "0x10"],
    ["value", "1,000", "1,000"],
    ["value", "Infinity", "Infinity"],
    ["value", 0, 0],
    ["urgent", true, true],
    ["urgent", "TRUE", true],
    ["urgent", "yes", true],
    ["urgent", "on", true],
    ["urgent", 1, true],
    ["urgent", "No", false],
    ["urgent", "off", false],
    ["urgent", 0, false],
    ["urgent", false, false],
    ["urgent", "maybe", "maybe"],
    ["incident_date", " 2026-03-05 ", "2026-03-05"],
    ...BLANKS.map((blank): [string, unknown, undefined] => ["summary", blank, undefined]),
  ])("%s from %j becomes %j", (key, input, value) => {
    expect(read(key, input)).toEqual(value);
  });

  it("prefers an exact match when two options differ only in case", () => {
    const field = { key: "k", label: "", type: "select" as const, options: ["A", "a"] };
    expect(dataValue("a", field)).toBe("a");
  });
});

it.each<[unknown, string]>([
  [" a ", "a"],
  [7, "7"],
  [["a", 7], "a, 7"],
  [{ b: 1, a: [true] }, '{"a":[true],"b":1}'],
  [false, "false"],
  ...BLANKS.map((blank): [unknown, string] => [blank, ""]),
])("%j was sent as the text %j", (input, text) => {
  expect(sentText(input)).toBe(text);
});
