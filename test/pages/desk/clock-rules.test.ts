import { expect, it } from "@jest/globals";
import type { Lead } from "../../../client/src/generated.ts";
import { byWait, duesOf, spanTo, toDosIn } from "../../../pages/desk/clock-rules.ts";
import { shownLead } from "../../support/shown-lead.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 10, minute)).toISOString();
const NOW = Date.parse(at(30));

const STAGES = [
  { key: "new", terminal: false },
  { key: "lost", terminal: true },
];
const WORLD = { now: NOW, stages: STAGES };

const NOBODY_YET = { archived: false, respond_by: null, next_contact_at: null, first_contact_at: null };
const lead = (id: string, changes: Partial<Lead> = {}): Lead => shownLead({ ...NOBODY_YET, ...changes, id });

it.each<[string, Partial<Lead>, string[]]>([
  ["has no clock", {}, []],
  ["has time left", { respond_by: at(38) }, ["answer ahead"]],
  ["is late from the deadline on", { respond_by: at(30) }, ["answer past"]],
  ["has a next contact ahead, which is not due", { next_contact_at: at(31) }, []],
  ["has a next contact that has come", { next_contact_at: at(30) }, ["contact past"]],
  [
    "is due for both, the earlier first",
    { respond_by: at(40), next_contact_at: at(20) },
    ["contact past", "answer ahead"],
  ],
  ["is archived", { archived: true, respond_by: at(20), next_contact_at: at(20) }, []],
  [
    "is in a final stage, where no deadline counts",
    { status: { key: "lost", name: "Lost" }, respond_by: at(20), next_contact_at: at(20) },
    ["contact past"],
  ],
])("says what is to do with a lead that %s", (_, changes, expected) => {
  const dues = duesOf(lead("a", changes), WORLD);
  expect(dues.map((due) => `${due.for} ${due.isPast ? "past" : "ahead"}`)).toEqual(expected);
});

it("puts what is past first, then one's own, then the earliest", () => {
  const leads = [
    lead("theirs, running", { respond_by: at(31) }),
    lead("mine, running", { respond_by: at(50), assignee_id: "me" }),
    lead("theirs, late", { respond_by: at(10), assignee_id: "other" }),
    lead("nothing"),
    lead("mine, due", { next_contact_at: at(29), assignee_id: "me" }),
    lead("mine, late", { respond_by: at(28), assignee_id: "me" }),
  ];
  const namesFor = (memberId: string | null) =>
    toDosIn(leads, { ...WORLD, memberId }).map((toDo) => toDo.lead.id);
  expect(namesFor("me")).toEqual([
    "mine, late",
    "mine, due",
    "theirs, late",
    "mine, running",
    "theirs, running",
  ]);
  // A key has no leads of its own.
  expect(namesFor(null)).toEqual([
    "theirs, late",
    "mine, late",
    "mine, due",
    "theirs, running",
    "mine, running",
  ]);
});

it("orders by who waits longest: nobody has contacted them, then nothing was noted of them", () => {
  const leads = [
    lead("contacted, quiet", { first_contact_at: at(1), captured_at: at(0), last_activity_at: at(2) }),
    lead("new", { captured_at: at(9) }),
    lead("old, imported late", { captured_at: at(3) }),
    lead("contacted, active", { first_contact_at: at(1), captured_at: at(0), last_activity_at: at(20) }),
  ];
  expect(leads.sort(byWait).map(({ id }) => id)).toEqual([
    "old, imported late",
    "new",
    "contacted, quiet",
    "contacted, active",
  ]);
});

it.each([
  [30.9, 1, "minute"],
  [29.9, 1, "minute"],
  [38.5, 8, "minute"],
  [-29.9, 59, "minute"],
  [-30, 1, "hour"],
  [30 + 47 * 60 + 59, 47, "hour"],
  [30 + 48 * 60, 2, "day"],
] as const)("tells the time from minute 30 to minute %s in its greatest unit", (minute, count, unit) => {
  expect(spanTo(new Date(Date.UTC(2026, 10, 29, 10) + minute * 60_000).toISOString(), NOW)).toEqual({
    count,
    unit,
  });
});
