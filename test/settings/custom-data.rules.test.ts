import { describe, expect, it } from "@jest/globals";
import {
  acceptsData,
  dataChange,
  dataSizeViolations,
  dataValueViolations,
  dataViolations,
  mergedData,
} from "../../shared/settings/custom-data.rules.ts";
import type { CustomField } from "../../shared/settings/firm.rules.ts";
import { LEAD_FIELDS } from "../support/firms.ts";

const invalidFields = (key: string, value: unknown) =>
  dataValueViolations({ [key]: value }, LEAD_FIELDS).map(({ field }) => field);
const change = (input: unknown) => dataChange(input, LEAD_FIELDS);

it.each<[string, unknown, boolean]>([
  ["no data", undefined, true],
  ["values of its fields", { case_type: "Family", value: 5 }, true],
  ["null for a field that it lacks", { judge: null }, true],
  ["a value for a field that it lacks", { judge: "Marshall" }, false],
  ["an option that it lacks", { case_type: "Tax" }, false],
  ["a value of another type", { value: "many" }, false],
])("cached settings judge %s without another read: %j is %j", (_, input, expected) => {
  expect(acceptsData(input, LEAD_FIELDS)).toBe(expected);
});

describe("a data value that fits its field", () => {
  it.each<[string, unknown, unknown]>([
    ["summary", "x".repeat(4000), "x".repeat(4000)],
    ["summary", "😀".repeat(4000), "😀".repeat(4000)],
    ["summary", `  ${"x".repeat(4000)}  `, "x".repeat(4000)],
    ["summary", "", ""],
    ["summary", "\u200b\u0000", ""],
    ["summary", "one\r\n\ttwo", "one\r\n\ttwo"],
    ["value", 0, 0],
    ["value", -0, 0],
    ["value", -1.5, -1.5],
    ["value", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["value", Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
    ["value", 1e-130, 1e-130],
    ["urgent", false, false],
    ["urgent", true, true],
    ["incident_date", "2028-02-29", "2028-02-29"],
    ["incident_date", " 2026-12-31 ", "2026-12-31"],
    ["case_type", "Injury", "Injury"],
    ["case_type", " Family ", "Family"],
  ])("%s: %j is stored as %j", (key, input, stored) => {
    expect([invalidFields(key, input), change({ [key]: input })]).toEqual([
      [],
      { set: { [key]: stored }, removed: [] },
    ]);
  });

  it("-0 is stored as 0", () => {
    expect(Object.is(change({ value: -0 }).set.value, 0)).toBe(true);
  });
});

describe("a data value that does not fit its field is rejected", () => {
  it.each<[string, unknown]>([
    ["summary", "x".repeat(4001)],
    ["summary", "😀".repeat(4001)],
    ["summary", "a\u0000b"],
    ["summary", "a\u0085b"],
    ["summary", "half \ud83d of a pair"],
    ["summary", 1],
    ["summary", true],
    ["summary", ["x"]],
    ["summary", {}],
    ["value", "1"],
    ["value", 2 ** 53],
    ["value", -(2 ** 53)],
    ["value", Number.POSITIVE_INFINITY],
    ["value", Number.NaN],
    ["value", 9e-131],
    ["value", 5e-324],
    ["value", true],
    ["urgent", "true"],
    ["urgent", 0],
    ["incident_date", "2026-02-30"],
    ["incident_date", "2026-02-29"],
    ["incident_date", "2026-04-31"],
    ["incident_date", "2026-13-01"],
    ["incident_date", "2026-00-10"],
    ["incident_date", "2026-01-00"],
    ["incident_date", "2026-1-1"],
    ["incident_date", "2026-01-01T00:00:00.000Z"],
    ["incident_date", "+020260-01-01"],
    ["incident_date", ""],
    ["incident_date", 20260101],
    ["case_type", "injury"],
    ["case_type", "Divorce"],
    ["case_type", ""],
    ["case_type", 0],
    ["case_type", ["Injury"]],
  ])("%s: %j", (key, value) => {
    expect(invalidFields(key, value)).toEqual([`data.${key}`]);
  });

  it("together with all others, in the order of the firm's fields", () => {
    const invalid = { urgent: 1, value: "x", summary: 2, incident_date: "soon", case_type: "Divorce" };
    const fields = dataValueViolations(invalid, LEAD_FIELDS).map(({ field }) => field);
    expect(fields).toEqual(LEAD_FIELDS.map(({ key }) => `data.${key}`));
  });
});

describe("data keys", () => {
  it.each(["unknown", "__proto__", "constructor", "toString", "hasOwnProperty", "Summary", "summary ", ""])(
    "are ignored if the firm does not define them: %j",
    (key) => {
      const input = JSON.parse(`{${JSON.stringify(key)}: {"polluted": true}, "urgent": true}`);
      expect(dataValueViolations(input, LEAD_FIELDS)).toEqual([]);
      const { set, removed } = change(input);
      expect([Object.entries(set), removed]).toEqual([[["urgent", true]], []]);
      expect(Object.getPrototypeOf(set)).toBe(Object.prototype);
      expect({}).not.toHaveProperty("polluted");
    },
  );

  it("are ignored if inherited", () => {
    const field: CustomField = { key: "constructor", label: "Builder", type: "text", options: [] };
    expect([dataValueViolations({}, [field]), dataChange({}, [field])]).toEqual([
      [],
      { set: {}, removed: [] },
    ]);
  });

  it.each(["constructor", "hasOwnProperty", "then", "toJSON", "length", "name", "prototype"])(
    "have any name that a firm defines: %s",
    (key) => {
      const fields: CustomField[] = [{ key, label: key, type: "text", options: [] }];
      const data = mergedData({}, dataChange({ [key]: "a" }, fields));
      expect([Object.entries(data), dataValueViolations(data, fields)]).toEqual([[[key, "a"]], []]);
      expect(mergedData(data, dataChange({}, fields))).toEqual(data);
      expect(mergedData(data, dataChange({ [key]: null }, fields))).toEqual({});
    },
  );

  it("are removed by null, whatever their type", () => {
    const input = Object.fromEntries(LEAD_FIELDS.map(({ key }) => [key, null]));
    expect(dataValueViolations(input, LEAD_FIELDS)).toEqual([]);
    expect(change(input)).toEqual({ set: {}, removed: LEAD_FIELDS.map(({ key }) => key) });
  });

  it.each([[undefined], [null], ["text"], [7], [[]]])("are absent from %j", (input) => {
    expect([dataValueViolations(input, LEAD_FIELDS), change(input)]).toEqual([[], { set: {}, removed: [] }]);
  });
});

describe("a lead's data", () => {
  it("has the set values and loses the removed keys after a change", () => {
    const merged = mergedData({ a: 1, b: 2, c: 3 }, { set: { a: "one", d: true }, removed: ["b", "never"] });
    expect(merged).toEqual({ a: "one", c: 3, d: true });
  });

  it.each([{ case_type: " Divorce " }, { case_type: "Divorce" }])(
    "keeps a value that a new lead could not have: %j",
    (input) => {
      expect(dataViolations(input, LEAD_FIELDS, { case_type: "Divorce" })).toEqual([]);
    },
  );

  it("may have at most 64 KiB as JSON", () => {
    const filled = (bytes: number) => ({ text: "x".repeat(bytes - '{"text":""}'.length) });
    expect(dataSizeViolations(filled(65_536))).toEqual([]);
    expect(dataSizeViolations(filled(65_537)).map(({ field }) => field)).toEqual(["data"]);
  });
});

it.each([
  ["$10,000", "must be a number such as 1500 or 12.5"],
  [1e300, "must be between -9007199254740991 and 9007199254740991"],
  [-1e300, "must be between -9007199254740991 and 9007199254740991"],
  [1e-300, "must be 0, or differ from 0 by at least 1e-130"],
  [-1e-300, "must be 0, or differ from 0 by at least 1e-130"],
])("%j for a number: %s", (value, message) => {
  expect(dataValueViolations({ value }, LEAD_FIELDS)).toEqual([{ field: "data.value", message }]);
});

it("describes a date for one that has the form, but does not exist", () => {
  const message = "must be a date that exists, as YYYY-MM-DD";
  const violation = { field: "data.incident_date", message };
  expect(dataValueViolations({ incident_date: "2026-02-30" }, LEAD_FIELDS)).toEqual([violation]);
});
