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

describe("the events of a lead's state in the conflict gate", () => {
  const [EARLIER, AT] = ["2026-11-20T09:00:00.000Z", "2026-11-20T10:00:00.000Z"];
  type Conflict = NonNullable<Lead["conflict"]>;
  const inState = (state: Conflict["state"], changes: Partial<Conflict> = {}): Partial<Lead> => ({
    conflict: { state, checkId: "first", at: EARLIER, newestCheckId: "first", ...changes },
  });
  const second = { newestCheckId: "second" };

  const [LAPSED, OUTDATED] = [
    inState("lapsed", { at: AT, isOutdated: true }),
    inState("blocked", { isOutdated: true }),
  ];
  const [CHECKED, DECIDED] = [["conflict_checked"], ["conflict_decided"]];

  it.each<[string, Partial<Lead>, Partial<Lead>, string[]]>([
    ["the first check", {}, inState("matches"), CHECKED],
    [
      "a check that changes the state",
      inState("lapsed"),
      inState("no_match", { checkId: "second", at: AT, ...second }),
      CHECKED,
    ],
    ["a check that leaves a cleared lead cleared", inState("cleared"), inState("cleared", second), CHECKED],
    ["a check of a blocked lead", OUTDATED, inState("blocked", second), CHECKED],
    ["a decision", inState("matches"), inState("cleared", { at: AT }), DECIDED],
    ["another decision", inState("cleared"), inState("blocked", { at: AT }), DECIDED],
    ["the same decision by somebody else", inState("waived"), inState("waived", { at: AT }), DECIDED],
    ["something new that matches", inState("no_match"), LAPSED, ["conflict_lapsed"]],
    [
      "a change by which a clearance lapses",
      inState("cleared"),
      { firstName: "Eve", ...LAPSED },
      ["updated", "conflict_lapsed"],
    ],
    ["a change of a blocked lead", inState("blocked"), { firstName: "Eve", ...OUTDATED }, ["updated"]],
    [
      "a merge by which a clearance lapses",
      inState("cleared"),
      { mergedLeadIds: ["other"], ...LAPSED },
      ["merged", "conflict_lapsed"],
    ],
    ["a merge with a blocked lead", {}, { mergedLeadIds: ["other"], ...OUTDATED }, ["merged"]],
    ["the index of leads", inState("cleared"), { conflictIndexed: 1 }, []],
  ])("of %s", (_, from, change, types) => {
    const lead = { ...before, ...from };
    expect(leadEventTypes(lead, { ...lead, ...change })).toEqual(types.map((type) => `lead.${type}`));
  });
});
