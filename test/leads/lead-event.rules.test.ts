import { describe, expect, it } from "@jest/globals";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { leadEventTypes } from "../../shared/leads/lead-event.rules.ts";
import { newLead } from "../support/leads.ts";

const before = newLead({ phone: "+12125550123", assigneeId: "a", data: { summary: "Fell", urgent: true } });
const archived = { ...before, archived: true };

describe("leadEventTypes", () => {
  it("returns only lead.created for a new lead", () => {
    expect([leadEventTypes(null, before), leadEventTypes(null, archived)]).toEqual([
      ["lead.created"],
      ["lead.created"],
    ]);
  });

  it.each<[string, Lead, Partial<Lead>, string[]]>([
    ["archiving", before, { archived: true }, ["lead.archived"]],
    ["restoring", archived, { archived: false }, ["lead.updated"]],
    ["another stage", before, { stage: "lost" }, ["lead.status_changed"]],
    ["another assignee", before, { assigneeId: "b" }, ["lead.assigned"]],
    ["no assignee", before, { assigneeId: null }, ["lead.assigned"]],
    ["another first name", before, { firstName: "Eve" }, ["lead.updated"]],
    ["another last name", before, { lastName: "Eve" }, ["lead.updated"]],
    ["another email", before, { email: "eve@example.com" }, ["lead.updated"]],
    ["another phone", before, { phone: "+12125550124" }, ["lead.updated"]],
    ["another source", before, { source: "referral" }, ["lead.updated"]],
    ["other parties alone", before, { parties: [] }, ["lead.updated"]],
    ["another data value", before, { data: { summary: "Slipped", urgent: true } }, ["lead.updated"]],
    ["one data key more", before, { data: { ...before.data, value: 1 } }, ["lead.updated"]],
    ["one data key less", before, { data: { summary: "Fell" } }, ["lead.updated"]],
    ["another data key", before, { data: { summary: "Fell", value: 1 } }, ["lead.updated"]],
    ["a data value of another type", before, { data: { ...before.data, urgent: "true" } }, ["lead.updated"]],
    [
      "everything at once",
      before,
      { stage: "lost", assigneeId: null, firstName: "Eve", archived: true },
      ["lead.archived", "lead.status_changed", "lead.assigned", "lead.updated"],
    ],
    ["a change while archived", archived, { firstName: "Eve" }, ["lead.updated"]],
    ["restoring and a change", archived, { archived: false, firstName: "Eve" }, ["lead.updated"]],
    ["data keys in another order", before, { data: { urgent: true, summary: "Fell" } }, []],
    ["activity and revision alone", before, { lastActivityAt: "2027-01-01T00:00:00.000Z", revision: 2 }, []],
  ])("returns the events of %s", (_, from, change, types) => {
    expect(leadEventTypes(from, { ...from, ...change })).toEqual(types);
  });
});
