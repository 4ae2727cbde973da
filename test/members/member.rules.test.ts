import { describe, expect, it } from "@jest/globals";
import {
  assigneeViolations,
  isBookable,
  type Member,
  memberResource,
} from "../../shared/members/member.rules.ts";
import { NEW_ID } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

it.each([
  ["an active, schedulable member", newMember(), true],
  ["one who is not active", newMember({ active: false }), false],
  ["one who is not schedulable", newMember({ schedulable: false }), false],
  ["nobody", null, false],
])("whether consultations can be booked with %s: %j", (_, member, expected) => {
  expect(isBookable(member)).toBe(expected);
});

describe("an assignee", () => {
  const inactive = newMember({ active: false });
  type Options = Parameters<typeof assigneeViolations>[2];
  const stored = { field: "default_assignee_id", stored: NEW_ID };

  it.each<[string, unknown, Member | null, Options?]>([
    ["an active member, bookable or not", NEW_ID, newMember({ schedulable: false })],
    ["one who left, if stored already", NEW_ID.toUpperCase(), inactive, stored],
    ["a missing one, if stored already", NEW_ID, null, stored],
    ["what the schema rejects", "x", null],
    ["nobody", null, null],
  ])("may be %s", (_, id, member, options = {}) => {
    expect(assigneeViolations(id, member, options)).toEqual([]);
  });

  it.each<[string, Member | null, Options?]>([
    ["one who left", inactive],
    ["missing", null, { ...stored, stored: null }],
    ["another one who left than the stored one", inactive, { ...stored, stored: inactive.id }],
  ])("cannot be %s", (_, member, options = {}) => {
    const fields = assigneeViolations(NEW_ID, member, options).map(({ field }) => field);
    expect(fields).toEqual([options.field ?? "assignee_id"]);
  });
});

it("a member is shown with the time of its creation, and without what the service keeps", () => {
  const shown = memberResource(newMember({ id: "018f0000-0000-7000-8000-000000000e10" }));
  expect(shown).toMatchObject({ name: "Alex Attorney", created_at: "2024-04-21T09:32:31.104Z" });
  expect(Object.keys(shown)).not.toContain("minSettingsVersion");
});
