import { describe, expect, it } from "@jest/globals";
import type { LeadField } from "../../../shared/domain/firm/firm.ts";
import {
  dataSizeViolations,
  leadDataChange,
  leadDataViolations,
  mergedData,
} from "../../../shared/domain/leads/lead-data.ts";
import { LEAD_FIELDS } from "../../support/firms.ts";

const judge = (key: string, value: unknown) =>
  leadDataViolations({ [key]: value }, LEAD_FIELDS).map(({ field }) => field);
const kept = (sent: unknown) => leadDataChange(sent, LEAD_FIELDS);

describe("a data value that fits its field", () => {
  it.each<[string, unknown, unknown]>([
    ["summary", "x".repeat(4000), "x".repeat(4000)],
    ["summary", "😀".repeat(4000), "😀".repeat(4000)],
    ["summary", `  ${"x".repeat(4000)}  `, "x".repeat(4000)],
    ["summary", "", ""],
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
  ])("%s: %j is stored as %j", (key, sent, stored) => {
    expect([judge(key, sent), kept({ [key]: sent })]).toEqual([[], { set: { [key]: stored }, removed: [] }]);
  });

  it("of minus zero is stored as plain zero, which JSON can tell apart from nothing else", () => {
    expect(Object.is(kept({ value: -0 }).set.value, 0)).toBe(true);
  });
});

describe("a data value that does not fit its field is refused by name", () => {
  it.each<[string, unknown]>([
    ["summary", "x".repeat(4001)],
    ["summary", "😀".repeat(4001)],
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
    expect(judge(key, value)).toEqual([`data.${key}`]);
  });

  it("and every one of them at once, in the order of the firm's fields", () => {
    const wrong = { urgent: 1, value: "x", summary: 2, incident_date: "soon", case_type: "Divorce" };
    const fields = leadDataViolations(wrong, LEAD_FIELDS).map(({ field }) => field);
    expect(fields).toEqual(LEAD_FIELDS.map(({ key }) => `data.${key}`));
  });
});

describe("data keys", () => {
  it.each(["unknown", "__proto__", "constructor", "toString", "hasOwnProperty", "Summary", "summary ", ""])(
    "that the firm does not define are dropped: %j",
    (key) => {
      const sent = JSON.parse(`{${JSON.stringify(key)}: {"polluted": true}, "urgent": true}`);
      expect(leadDataViolations(sent, LEAD_FIELDS)).toEqual([]);
      const { set, removed } = kept(sent);
      expect([Object.entries(set), removed]).toEqual([[["urgent", true]], []]);
      expect(Object.getPrototypeOf(set)).toBe(Object.prototype);
      expect({}).not.toHaveProperty("polluted");
    },
  );

  it("that are inherited count as not sent", () => {
    const field: LeadField = { key: "constructor", label: "Builder", type: "text", options: [] };
    expect([leadDataViolations({}, [field]), leadDataChange({}, [field])]).toEqual([
      [],
      { set: {}, removed: [] },
    ]);
  });

  it("are removed by null, which fits every type", () => {
    const sent = Object.fromEntries(LEAD_FIELDS.map(({ key }) => [key, null]));
    expect(leadDataViolations(sent, LEAD_FIELDS)).toEqual([]);
    expect(kept(sent)).toEqual({ set: {}, removed: LEAD_FIELDS.map(({ key }) => key) });
  });

  it.each([[undefined], [null], ["text"], [7], [[]]])("are none in %j", (sent) => {
    expect([leadDataViolations(sent, LEAD_FIELDS), kept(sent)]).toEqual([[], { set: {}, removed: [] }]);
  });
});

describe("data that is merged", () => {
  it("takes what is set, loses what is removed and keeps the rest", () => {
    const merged = mergedData({ a: 1, b: 2, c: 3 }, { set: { a: "one", d: true }, removed: ["b", "never"] });
    expect(merged).toEqual({ a: "one", c: 3, d: true });
  });

  it("may have 64 KiB as JSON and no byte more", () => {
    const filled = (bytes: number) => ({ text: "x".repeat(bytes - '{"text":""}'.length) });
    expect(dataSizeViolations(filled(65_536))).toEqual([]);
    expect(dataSizeViolations(filled(65_537)).map(({ field }) => field)).toEqual(["data"]);
  });
});
