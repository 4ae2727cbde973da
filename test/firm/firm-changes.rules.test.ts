import { describe, expect, it } from "@jest/globals";
import {
  firmChange,
  firmViolations,
  removedStageKeys,
  routingViolations,
} from "../../shared/firm/firm-changes.rules.ts";
import { toViolations } from "../../shared/schema/violations.ts";
import { updateFirmEndpoint } from "../../shared/settings/firm.contract.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { firmFields } from "../../shared/settings/firm-fields.contract.ts";
import { dayRange } from "../support/calendars.ts";
import { newRule } from "../support/routing.ts";

const NOBODY = "018f0000-0000-7000-8000-0000000000ff";

const SETTINGS: FirmSettings = {
  ...firmFields.initial,
  name: "Test Law",
  timeZone: "America/New_York",
  defaultCountry: "US",
  holidays: [{ startDate: "2026-12-25", endDate: "2026-12-25", name: "Christmas" }],
};

const stage = (key: string) => ({ key, name: key });
const field = (key: string, type: string, options?: unknown[]) => ({ key, label: key, type, options });

describe("firmViolations", () => {
  it.each<[string, Record<string, unknown>]>([
    ["nothing", {}],
    ["values that only the schema rejects", { time_zone: "Mars/Olympus", default_country: "USA" }],
    ["stages that differ in case", { stages: [stage("new"), stage("New")] }],
    ["a select field", { lead_fields: [field("kind", "select", ["a", "b"])] }],
    ["a field of each other type", { lead_fields: [field("a", "text"), field("b", "date", [])] }],
    ["the same option of two fields", { lead_fields: [1, 2].map((n) => field(`f${n}`, "select", ["a"])) }],
    [
      "one key in both lists",
      { lead_fields: [field("a", "text")], consultation_fields: [field("a", "date")] },
    ],
  ])("accepts %s", (_, input) => {
    expect(firmViolations(input)).toEqual([]);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{ stages: [stage("a"), stage("b"), stage(" a "), stage("a")] }, ["stages[2].key", "stages[3].key"]],
    [{ lead_fields: [field("a", "text"), field("a", "date")] }, ["lead_fields[1].key"]],
    [{ lead_fields: [field("a", "select")] }, ["lead_fields[0].options"]],
    [
      { consultation_fields: [field("a", "select"), field("a", "text")] },
      ["consultation_fields[1].key", "consultation_fields[0].options"],
    ],
    [{ lead_fields: [field("a", "text", ["b"])] }, ["lead_fields[0].options"]],
    [
      { lead_fields: [field("a", "text"), field("b", "select", ["x", "y", "x "])] },
      ["lead_fields[1].options[2]"],
    ],
  ])("rejects %j, naming %j", (input, fields) => {
    const violations = firmViolations(input);
    expect(violations.map((violation) => violation.field)).toEqual(fields);
  });

  it("names every violation at once, by its index in the input, even beside malformed entries", () => {
    const input = {
      stages: [{ key: 5 }, stage("a"), null, stage("a")],
      lead_fields: [{}, field("kind", "select", ["x", "x"])],
    };
    expect(firmViolations(input)).toEqual([
      { field: "stages[3].key", message: "must differ from stages[1].key" },
      { field: "lead_fields[1].options[1]", message: "must differ from lead_fields[1].options[0]" },
    ]);
  });
});

it("requires that holidays are existing days and do not end before they start", () => {
  const days = [
    dayRange("2028-02-29"),
    dayRange("2026-02-30", "2026-03-01"),
    dayRange("2026-05-02", "2026-05-01"),
  ];
  const { error } = updateFirmEndpoint.body().safeParse({ holidays: days });
  expect(error && toViolations(error, "body")).toEqual([
    { field: "holidays[1].start_date", message: "must be a date that exists, as YYYY-MM-DD" },
    { field: "holidays[2].end_date", message: "must not be before start_date" },
  ]);
});

describe("rules of routing", () => {
  const [ana, ben] = [
    { id: "018f0000-0000-7000-8000-00000000000a" },
    { id: "018f0000-0000-7000-8000-00000000000b" },
  ];
  const rule = (changes: object = {}) => ({ key: "a", members: [ana], ...changes });
  const when = (path: string) => rule({ when: [{ path, present: true }] });
  const stored = newRule({ when: [{ path: "data.removed", present: true }] });
  const settings = {
    leadFields: [{ key: "case_type", label: "", type: "text" as const, options: [] }],
    routing: [stored],
  };

  it.each<[string, object, string[]]>([
    ["two that fit every lead", { routing: [rule(), rule({ key: "b", members: [ana, ben] })] }, []],
    ["conditions on source and fields", { routing: [when("source"), rule({ key: "b" })] }, []],
    ["a field's path in quotes", { routing: [when('data["case_type"]')] }, []],
    ["a condition on a field that was removed since", { routing: [when("data.removed")] }, []],
    ["a field of the same request", { lead_fields: [field("new", "text")], routing: [when("data.new")] }, []],
    ["what only the schema refuses", { routing: [rule({ members: [] }), 7] }, []],
    ["a key twice", { routing: [rule(), 7, rule()] }, ["routing[2].key"]],
    ["a member twice", { routing: [rule({ members: [ana, ben, ana] })] }, ["routing[0].members[2].id"]],
    ["somebody unknown", { routing: [rule({ members: [{ id: NOBODY }] })] }, ["routing[0].members[0].id"]],
    ["a field that is none", { routing: [when("case_type")] }, ["routing[0].when[0].path"]],
    ["a field of the contact", { routing: [when("email")] }, ["routing[0].when[0].path"]],
    [
      "a field that the request removes",
      { lead_fields: [], routing: [when("data.case_type")] },
      ["routing[0].when[0].path"],
    ],
  ])("of %s", (_, input, fields) => {
    expect(routingViolations({ ...input }, [ana, ben], settings).map((each) => each.field)).toEqual(fields);
  });

  it.each<[string, object, string[]]>([
    ["a whole one", rule({ respond_within_min: 10_080, clock: "office_hours", escalate: "next" }), []],
    ["no members", rule({ members: [] }), ["routing[0].members"]],
    ["a weight of 21", rule({ members: [{ ...ana, weight: 21 }] }), ["routing[0].members[0].weight"]],
    [
      "weights of 101",
      rule({ members: [...Array(5).fill({ ...ana, weight: 20 }), ben] }),
      ["routing[0].members"],
    ],
    ["21 members", rule({ members: Array(21).fill(ana) }), ["routing[0].members"]],
    ["a week and a minute", rule({ respond_within_min: 10_081 }), ["routing[0].respond_within_min"]],
    ["no minutes", rule({ respond_within_min: 0 }), ["routing[0].respond_within_min"]],
    ["another clock", rule({ clock: "sometimes" }), ["routing[0].clock"]],
    ["another escalation", rule({ escalate: "all" }), ["routing[0].escalate"]],
    ["a misspelled field", rule({ respond_within: 5 }), ["routing[0].respond_within"]],
    [
      "a condition of two kinds",
      rule({ when: [{ path: "source", equals: 1, present: true }] }),
      ["routing[0].when[0]"],
    ],
  ])("are judged by the schema: %s", (_, each, fields) => {
    const { error } = updateFirmEndpoint.body().safeParse({ routing: [each] });
    expect(error ? toViolations(error, "body").map(({ field: name }) => name) : []).toEqual(fields);
  });
});

describe("removedStageKeys", () => {
  it.each<[string, unknown, string[]]>([
    ["no keys without stages in the input", undefined, []],
    ["no keys when stages are not a list", "new", []],
    [
      "no keys when stages are reordered and renamed",
      firmFields.initial.stages.map(({ key }) => stage(key)).reverse(),
      [],
    ],
    [
      "the omitted keys",
      [stage("new"), stage("lost"), stage("more")],
      ["contacted", "qualified", "retained"],
    ],
    [
      "no keys for entries with nothing but a key",
      firmFields.initial.stages.map(({ key }) => ({ key: ` ${key} ` })),
      [],
    ],
  ])("returns %s", (_, input, removed) => {
    expect(removedStageKeys(SETTINGS, input)).toEqual(removed);
  });
});

describe("firmChange", () => {
  it("returns the fields that differ", () => {
    const input = { name: "Test Law", time_zone: "Europe/Berlin", stages: [...firmFields.initial.stages] };
    expect(firmChange(SETTINGS, input)).toEqual({ timeZone: "Europe/Berlin" });
    expect(firmChange(SETTINGS, { holidays: [] })).toEqual({ holidays: [] });
    expect(
      firmChange(SETTINGS, {
        holidays: [{ start_date: "2026-12-25", end_date: "2026-12-25", name: "Christmas" }],
      }),
    ).toEqual({});
  });
});
