import { describe, expect, it } from "@jest/globals";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { changedLead } from "../../shared/leads/lead-changes.rules.ts";
import type { LeadChanges } from "../../shared/leads/lead-fields.contract.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { firmFields } from "../../shared/settings/firm-fields.contract.ts";
import { LEAD_FIELDS } from "../support/firms.ts";
import { newLead } from "../support/leads.ts";

const settings: FirmSettings = {
  ...firmFields.initial,
  name: "Test Law",
  timeZone: "America/New_York",
  defaultCountry: "US",
  leadFields: LEAD_FIELDS,
};
const lead = newLead({ phone: "+12125550123", assigneeId: "a", data: { summary: "Fell", value: 0 } });
const AT = "2026-11-20T10:00:00.000Z";
const change = (input: LeadChanges) => changedLead(lead, input, settings, AT);

describe("a change of a lead", () => {
  it.each<[string, LeadChanges]>([
    ["an empty body", {}],
    ["the same names", { first_name: "Ada", last_name: "Lovelace" }],
    ["the same phone", { phone: "+12125550123" }],
    ["the same stage, source, email", { status: "new", source: "website", email: "ada@example.com" }],
    ["the same assignee", { assignee_id: "a" }],
    ["the same data", { data: { summary: " Fell ", value: -0 } }],
    ["no data", { data: {} }],
    ["an unknown data key", { data: { nickname: "Ada", constructor: "x" } }],
    ["removal of absent keys", { data: { urgent: null, case_type: null } }],
  ])("is empty for %s", (_, input) => {
    expect(change(input)).toBeNull();
  });

  it.each<[string, LeadChanges, Partial<Lead>]>([
    ["first_name", { first_name: "Eve" }, { firstName: "Eve" }],
    ["last_name", { last_name: "Eve" }, { lastName: "Eve" }],
    ["a name's case", { first_name: "ADA" }, { firstName: "ADA" }],
    ["email", { email: "eve@example.com" }, { email: "eve@example.com" }],
    ["phone", { phone: "ask Bob" }, { phone: "ask Bob" }],
    ["source", { source: "referral" }, { source: "referral" }],
    ["status", { status: "lost" }, { stage: "lost" }],
    ["assignee_id", { assignee_id: "b" }, { assigneeId: "b" }],
    ["no assignee", { assignee_id: null }, { assigneeId: null }],
    ["a data value", { data: { summary: "Slipped" } }, { data: { summary: "Slipped", value: 0 } }],
    ["a new data key", { data: { urgent: false } }, { data: { summary: "Fell", value: 0, urgent: false } }],
    ["an emptied data value", { data: { summary: "" } }, { data: { summary: "", value: 0 } }],
    ["a removed data key", { data: { value: null } }, { data: { summary: "Fell" } }],
    [
      "some of many fields",
      { first_name: "Ada", last_name: "Eve", data: { summary: "Fell", value: 1, case_type: null } },
      { lastName: "Eve", data: { summary: "Fell", value: 1 } },
    ],
  ])("sets %s and nothing else", (_, input, expected) => {
    const isCompared = ["firstName", "lastName", "email", "phone"].some((name) => name in expected);
    expect(change(input)).toEqual({
      ...{ ...lead, ...expected, ...(isCompared && { comparedSince: AT }) },
      ...{ lastActivityAt: AT, revision: lead.revision + 1 },
    });
  });

  it("has no earlier time than the last one if it began before that", () => {
    const busy = { ...lead, lastActivityAt: AT };
    const earlier = "2026-11-20T09:59:59.999Z";
    expect(changedLead(busy, { first_name: "Eve" }, settings, earlier)).toMatchObject({
      firstName: "Eve",
      lastActivityAt: AT,
    });
  });
});
