import { describe, expect, it } from "@jest/globals";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import {
  attentionOf,
  leadDue,
  mergedNextContact,
  withDeadline,
  withMarks,
  withoutDeadline,
} from "../../shared/leads/lead-due.rules.ts";
import { newSettings } from "../support/decisions.ts";
import { newLead } from "../support/leads.ts";

const PAST = "2055-03-02T09:00:00.000Z";
const AT = "2055-03-02T10:00:00.000Z";
const SOON = "2055-03-02T11:00:00.000Z";
const LATER = "2055-03-02T12:00:00.000Z";
const settings = newSettings();
const lead = newLead();

describe("a lead is due for", () => {
  const deadline = (at: string) => ({ for: "deadline" as const, at });
  const contact = (at: string) => ({ for: "contact" as const, at });

  it.each<[string, Partial<Lead>, ReturnType<typeof leadDue>]>([
    ["nothing without an instant", {}, null],
    ["its deadline", { respondBy: SOON }, deadline(SOON)],
    ["its next contact", { nextContactAt: SOON }, contact(SOON)],
    ["the earlier of both", { respondBy: LATER, nextContactAt: SOON }, contact(SOON)],
    ["the other one", { respondBy: SOON, nextContactAt: LATER }, deadline(SOON)],
    ["the deadline first at one instant", { respondBy: SOON, nextContactAt: SOON }, deadline(SOON)],
    [
      "its next contact after its deadline",
      { respondBy: SOON, isOverdue: true, nextContactAt: LATER },
      contact(LATER),
    ],
    [
      "its deadline after its next contact",
      { respondBy: LATER, nextContactAt: SOON, contactDue: "told" },
      deadline(LATER),
    ],
    [
      "nothing after both",
      { respondBy: SOON, isOverdue: true, nextContactAt: SOON, contactDue: "passed" },
      null,
    ],
    [
      "the turn that it is owed, at once",
      { turnOwed: true, respondBy: SOON },
      { for: "turn", at: lead.capturedAt },
    ],
    ["nothing once it was merged", { mergedInto: "other", nextContactAt: SOON }, null],
    ["nothing once it was erased", { erasure: { at: AT, changeId: "c" }, respondBy: SOON }, null],
    [
      "its instants in the archive, where they pass silently",
      { archived: true, respondBy: SOON },
      deadline(SOON),
    ],
  ])("%s", (_, changes, due) => {
    expect(leadDue({ ...lead, ...changes })).toEqual(due);
  });
});

describe("a lead needs attention", () => {
  it.each<[string, Partial<Lead>, ReturnType<typeof attentionOf>]>([
    ["for nothing", {}, undefined],
    ["for nothing while its next contact is ahead", { nextContactAt: SOON }, undefined],
    ["since its next contact is due", { nextContactAt: PAST, contactDue: "told" }, "due"],
    ["since it awaits its first contact", { respondBy: SOON }, "awaiting"],
    ["for both", { respondBy: PAST, isOverdue: true, nextContactAt: PAST, contactDue: "passed" }, "both"],
    [
      "for its next contact alone in a terminal stage",
      { respondBy: SOON, isFinal: true, nextContactAt: PAST, contactDue: "told" },
      "due",
    ],
    ["for nothing once it was merged", { respondBy: SOON, mergedInto: "other" }, undefined],
  ])("%s", (_, changes, attention) => {
    expect(attentionOf({ ...lead, ...changes })).toBe(attention);
  });
});

const marksOf = ({ contactDue, isOverdue, isFinal }: Lead) => ({ contactDue, isOverdue, isFinal });

describe("a change of a lead", () => {
  const TOLD = { contactDue: "told", nextContactAt: PAST } as const;
  const PASSED = { isOverdue: true, contactDue: "passed" } as const;

  it.each<[string, Partial<Lead>, Partial<Lead>, Partial<Lead>]>([
    ["sets a next contact that is ahead", TOLD, { nextContactAt: SOON }, {}],
    ["sets one that has passed, which brings no event", {}, { nextContactAt: AT }, { contactDue: "passed" }],
    ["clears one", TOLD, { nextContactAt: null }, {}],
    ["leaves one that the sweep has yet to find", { nextContactAt: PAST }, { firstName: "Eve" }, {}],
    ["leaves the mark of one", TOLD, { firstName: "Eve" }, { contactDue: "told" }],
    ["ends a deadline's wait in a terminal stage", { respondBy: SOON }, { stage: "lost" }, { isFinal: true }],
    ["leaves no mark of a stage without a deadline", {}, { stage: "lost" }, {}],
    [
      "brings it back from a terminal stage, where an instant has passed",
      { stage: "lost", respondBy: PAST, nextContactAt: PAST, isFinal: true },
      { stage: "new" },
      PASSED,
    ],
    [
      "brings it back before its instants",
      { archived: true, respondBy: SOON, nextContactAt: SOON },
      { archived: false },
      {},
    ],
    [
      "brings it back from the archive after them",
      { archived: true, respondBy: PAST, nextContactAt: AT },
      { archived: false },
      PASSED,
    ],
  ])("%s", (_, before, changes, marks) => {
    const given = { ...lead, ...before };
    expect(marksOf(withMarks(given, { ...given, ...changes }, settings, AT))).toEqual({
      ...marksOf(lead),
      ...marks,
    });
  });

  it.each([
    [SOON, undefined],
    [AT, true],
    [null, undefined],
  ] as const)("a deadline of %j that is set now is overdue: %j", (respondBy, isOverdue) => {
    expect(withDeadline(lead, respondBy, AT)).toEqual({ ...lead, respondBy, isOverdue });
  });

  it("that ends a deadline leaves nothing of it but the count", () => {
    const overdue = { ...lead, respondBy: PAST, isOverdue: true, isFinal: true, overdueCount: 2 } as Lead;
    expect(withoutDeadline(overdue)).toEqual({ ...lead, overdueCount: 2 });
  });
});

describe("a merge keeps", () => {
  it.each<[string, string | null, string | null, string | null]>([
    ["the earlier next contact", LATER, SOON, SOON],
    ["its own if that is the earlier one", SOON, LATER, SOON],
    ["the other's if its own has passed", PAST, SOON, SOON],
    ["the other's if it has none", null, SOON, SOON],
    ["its own if the other's has passed", SOON, PAST, SOON],
    ["its own that has passed if neither is ahead", PAST, AT, PAST],
    ["none if there is none", null, PAST, null],
  ])("%s", (_, own, others, kept) => {
    const target = { ...lead, nextContactAt: own };
    const merged = { ...target, ...mergedNextContact(target, { ...lead, nextContactAt: others }, AT) };
    expect(merged.nextContactAt).toBe(kept);
  });
});
