import { expect, it } from "@jest/globals";
import type { Firm } from "../../../client/src/generated.ts";
import {
  choicesOf,
  placeIn,
  type Rule,
  routingWith,
  ruleValues,
  trialOf,
} from "../../../pages/desk/setup/routing.ts";

const rule = (key: string, changes: Partial<Rule> = {}): Rule => ({
  key,
  when: [],
  members: [
    { id: "ana", weight: 2 },
    { id: "ben", weight: 1 },
  ],
  respond_within_min: 15,
  clock: "always",
  escalate: "next",
  ...changes,
});
const INJURY = rule("injury", { when: [{ path: "data.case_type", equals: "Injury" }] });
const MEMBERS = ["ana", "ben", "cleo"].map((id) => ({ id, active: true }));

const leads = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(999 - index),
    source: "web",
    data: {},
    ...fields,
  }));
const sourcesOf = (default_assignee_id: string | null) => [{ key: "web", default_assignee_id }];

const tried = (rules: readonly Rule[], of = leads(21), members = MEMBERS, sources = sourcesOf(null)) => {
  const { turns, rest } = trialOf(rules, of, { members, sources });
  return { ...Object.fromEntries(turns), rest };
};

it("says who would have had the leads of the last month", () => {
  expect(tried([rule("all")])).toEqual({ ana: 14, ben: 7, rest: 0 });
});

it("takes the first rule that fits, each from the beginning of its round", () => {
  const catchAll = rule("all", { members: [{ id: "cleo", weight: 1 }] });
  const mixed = [...leads(2), ...leads(3, { data: { case_type: "Injury" } })];
  expect(tried([INJURY, catchAll], mixed)).toEqual({ ana: 2, ben: 1, cleo: 2, rest: 0 });
  expect(tried([INJURY], mixed)).toEqual({ ana: 2, ben: 1, rest: 2 });
});

it("skips who is inactive, and counts what nobody could have had", () => {
  const inactive = (...ids: string[]) => MEMBERS.map(({ id }) => ({ id, active: !ids.includes(id) }));
  expect(tried([rule("all")], leads(3), inactive("ana"))).toMatchObject({ ana: 0, ben: 3, rest: 0 });
  expect(tried([rule("all")], leads(3), inactive("ana", "ben"))).toMatchObject({ rest: 3 });
});

it("leaves out leads of a source whose assignee is set", () => {
  expect(tried([rule("all")], leads(3), MEMBERS, sourcesOf("ana"))).toMatchObject({ ana: 0, ben: 0 });
});

it.each<[string, Rule["when"], object, boolean]>([
  ["the source", [{ path: "source", equals: "web" }], {}, true],
  ["another source", [{ path: "source", equals: "ads" }], {}, false],
  ["one of a list", [{ path: "data.state", in: ["NY", "NJ"] }], { data: { state: "NJ" } }, true],
  ["a number as text", [{ path: "data.fee", equals: "5" }], { data: { fee: 5 } }, true],
  ["what is there", [{ path: "data.fee", present: true }], { data: { fee: 5 } }, true],
  ["what is blank", [{ path: "data.fee", present: false }], { data: { fee: " " } }, true],
  [
    "all conditions",
    [
      { path: "source", equals: "web" },
      { path: "data.fee", present: true },
    ],
    {},
    false,
  ],
])("judges a rule for %s", (_, when, fields, isFit) => {
  expect(tried([rule("r", { when })], leads(1, fields)).rest).toBe(isFit ? 0 : 1);
});

const firm = (...routing: Rule[]) => ({ routing }) as Pick<Firm, "routing">;

it("changes what was typed of a rule, which goes when its last member goes", () => {
  const members = [
    { id: "ana", weight: "1" },
    { id: "cleo", weight: "3" },
  ];
  const [changed] = routingWith(firm(INJURY), "injury", { members, minutes: "", escalate: "none" });
  expect(changed).toEqual({
    ...INJURY,
    members: [
      { id: "ana", weight: 1 },
      { id: "cleo", weight: 3 },
    ],
    respond_within_min: null,
    escalate: "none",
  });
  expect(routingWith(firm(INJURY, rule("all")), "injury", { members: [] })).toEqual([rule("all")]);
  expect(ruleValues(firm(INJURY), "injury")).toMatchObject({
    name: "injury",
    members: [
      { id: "ana", weight: "2" },
      { id: "ben", weight: "1" },
    ],
    minutes: "15",
  });
});

it.each([["a"], ["0"], ["-1"], ["1.5"], ["99999999"]])("tries no round of %s places", (weight) => {
  const [typed] = routingWith(firm(rule("all")), "all", { members: [{ id: "ana", weight }] });
  expect(tried(typed ? [typed] : [])).toMatchObject({ ana: 0, rest: 21 });
});

it("puts a new rule before those for every lead, with a key of its own", () => {
  const typed = { ...ruleValues(firm(), ""), name: "Injury", members: [{ id: "ana", weight: "1" }] };
  const own = { ...typed, when: JSON.stringify(INJURY.when) };
  const keys = (values: typeof typed) =>
    routingWith(firm(INJURY, rule("all")), "", values).map(({ key }) => key);
  expect(keys(own)).toEqual(["injury", "injury-2", "all"]);
  expect(keys(typed)).toEqual(["injury", "all", "injury-2"]);
  const settings = firm(INJURY, rule("all"));
  expect(placeIn(routingWith(settings, "", own), settings)).toBe(1);
});

it("offers leads of a source, and those with an option of a field", () => {
  const sources = [{ key: "web", name: "Website" }] as never[];
  const fields = [
    { key: "case_type", label: "Case type", type: "select", options: ["Injury"] },
    { key: "fee", label: "Fee", type: "number", options: [] },
  ] as never[];
  expect(choicesOf({ sources, fields })).toEqual([
    { when: [{ path: "source", equals: "web" }], field: "", value: "Website" },
    { when: INJURY.when, field: "Case type", value: "Injury" },
  ]);
});
