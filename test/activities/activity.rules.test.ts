import { describe, expect, it } from "@jest/globals";
import {
  type Activity,
  activityEventTypes,
  activityViolations,
  firstContactOf,
  isContact,
  leadAfterActivity,
  tookPlaceAt,
} from "../../shared/activities/activity.rules.ts";
import { activityFields } from "../../shared/activities/activity-fields.contract.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import type { Member } from "../../shared/members/member.rules.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { newSettings } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { newLead } from "../support/leads.ts";

const NOW = Date.parse("2026-11-20T10:00:00.000Z");
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

const lead = newLead({ capturedAt: at(-60) });
const newActivity = (changes: Partial<Activity> = {}): Activity => ({
  ...activityFields.initial,
  ...{ id: newRecordId(NOW), leadId: lead.id, kind: "call", direction: "out", outcome: "reached", at: at(0) },
  ...{ memberId: null, text: null, corrects: null },
  ...changes,
});
const note = { kind: "note", direction: null, outcome: null } as const;

it.each<[boolean, Activity["kind"], Activity["direction"], Activity["outcome"]]>([
  [true, "call", "out", "reached"],
  [true, "call", "in", "reached"],
  [true, "call", "out", "left_message"],
  [false, "call", "in", "left_message"],
  [false, "call", "out", "no_answer"],
  [false, "call", "out", "wrong_number"],
  [true, "meeting", "in", "reached"],
  [true, "meeting", null, "reached"],
  [false, "meeting", "out", "left_message"],
  [false, "meeting", "out", null],
  [true, "text", "out", null],
  [true, "email", "out", "no_answer"],
  [false, "email", "out", "wrong_number"],
  [false, "text", "in", "reached"],
  [false, "text", null, null],
  [false, "note", null, null],
])("says %j of a contact by %s, %s, %s", (expected, kind, direction, outcome) => {
  expect(isContact({ kind, direction, outcome })).toBe(expected);
});

type Given = {
  readonly member?: Member;
  readonly corrected?: Activity;
  readonly signedIn?: string | null;
};

describe("an activity is invalid", () => {
  const member = newMember();
  const [id, other] = [newRecordId(NOW), newRecordId(NOW)];
  const violations = (json: object, { signedIn = null, ...records }: Given = {}) =>
    activityViolations(
      { lead, member: null, corrected: null, ...records },
      { json: { ...json }, nowMilliseconds: NOW, signedIn },
    ).map(({ field }) => field);

  it.each<[string, string[], object, Given]>([
    ["a moment before the lead was captured", ["at"], { at: "2026-11-20T08:59:59.999Z" }, {}],
    ["not at that moment", [], { at: "2026-11-20T10:00:00+01:00" }, {}],
    ["more than a minute ahead", ["at"], { at: "2026-11-20T10:01:00.001Z" }, {}],
    ["not a minute ahead", [], { at: at(1) }, {}],
    ["of a member whom the firm does not have", ["member_id"], { member_id: id }, {}],
    ["not of one who has left it", [], { member_id: member.id }, { member: { ...member, active: false } }],
    [
      "of another member than who has signed in",
      ["member_id"],
      { member_id: member.id },
      { member, signedIn: id },
    ],
    ["not of who has signed in", [], { member_id: id.toUpperCase() }, { signedIn: id }],
    ["when it corrects none of the lead", ["corrects"], { corrects: id }, {}],
    [
      "when it corrects one that another one corrects",
      ["corrects"],
      { corrects: id },
      { corrected: newActivity({ correctedBy: other }) },
    ],
    ["not when it corrects another one", [], { corrects: id }, { corrected: newActivity() }],
    ["not without any of these", [], {}, {}],
  ])("%s", (_, fields, json, given) => {
    expect(violations(json, given)).toEqual(fields);
  });
});

it.each([
  [undefined, at(0)],
  [at(-5), at(-5)],
  [at(1), at(0)],
])("an activity sent as of %j took place at %s, never later than now", (sent, expected) => {
  expect(tookPlaceAt(sent, lead, at(0))).toBe(expected);
});

it("an activity without a time is not before a capture by a faster clock", () => {
  expect(tookPlaceAt(undefined, { ...lead, capturedAt: at(1) }, at(0))).toBe(at(1));
});

it("the first contact is the earliest one that counts", () => {
  const activities = [
    newActivity({ at: at(-10) }),
    newActivity({ at: at(-20) }),
    newActivity({ at: at(-30), correctedBy: newRecordId(NOW) }),
    newActivity({ at: at(-40), outcome: "no_answer" }),
  ];
  expect([firstContactOf(activities), firstContactOf([])]).toEqual([at(-20), null]);
});

type Before = { readonly firstContactAt?: string; readonly nextContactAt?: string | null };

describe("a lead after", () => {
  const open = { ...lead, respondBy: at(5), nextContactAt: at(9) };
  it.each<[string, Partial<Activity>, Before, Partial<Lead>]>([
    ["a contact", {}, {}, { firstContactAt: at(0), respondBy: null, wasContacted: true }],
    ["an earlier contact", { at: at(-9) }, { firstContactAt: at(-5) }, { firstContactAt: at(-9) }],
    ["a later contact", {}, { firstContactAt: at(-5) }, { firstContactAt: at(-5) }],
    ["a note", note, {}, { firstContactAt: null, respondBy: at(5), nextContactAt: at(9) }],
    ["a note that names the next contact", note, { nextContactAt: at(20) }, { nextContactAt: at(20) }],
    ["a note that clears the next contact", note, { nextContactAt: null }, { nextContactAt: null }],
  ])("%s", (_, changes, { firstContactAt = null, nextContactAt }, expected) => {
    const activity = newActivity(changes);
    const after = leadAfterActivity(
      open,
      { activity, firstContactAt, nextContactAt, settings: newSettings() },
      { at: at(0) },
    );
    expect(after).toMatchObject({
      ...expected,
      ...{ lastActivityAt: at(0), lastActivityId: activity.id, revision: 2 },
    });
  });

  it.each<[string, Partial<Lead>, Partial<Lead>, string[]]>([
    ["a first contact", {}, { lastActivityId: "b", wasContacted: true }, ["activity_added", "contacted"]],
    ["a later one", { wasContacted: true }, { lastActivityId: "b", wasContacted: true }, ["activity_added"]],
    ["a note", { lastActivityId: "a" }, { lastActivityId: "b" }, ["activity_added"]],
    ["a merge that brings a contact", {}, { wasContacted: true }, []],
    ["anything else", { lastActivityId: "a" }, { lastActivityId: "a", stage: "lost" }, []],
  ])("%s emits exactly its events", (_, before, after, types) => {
    expect(activityEventTypes({ ...lead, ...before }, { ...lead, ...after })).toEqual(
      types.map((type) => `lead.${type}`),
    );
  });
});
