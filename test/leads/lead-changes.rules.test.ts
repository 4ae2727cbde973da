import { describe, expect, it } from "@jest/globals";
import { type FirmSettings, INITIAL_STAGES } from "../../shared/firm/firm.rules.ts";
import type { LeadChanges } from "../../shared/leads/lead-bodies.contract.ts";
import { type LeadChange, leadChange } from "../../shared/leads/lead-changes.rules.ts";
import { NO_BOOKING_RULES } from "../../shared/scheduling/booking-rules.rules.ts";
import { LEAD_FIELDS } from "../support/firms.ts";
import { newLead } from "../support/leads.ts";

const settings: FirmSettings = {
  name: "Test Law",
  timeZone: "America/New_York",
  defaultCountry: "US",
  stages: INITIAL_STAGES,
  leadFields: LEAD_FIELDS,
  consultationFields: [],
  holidays: [],
  bookingRules: NO_BOOKING_RULES,
  closingStages: {},
  version: 1,
};
const lead = newLead({ phone: "+12125550123", assigneeId: "a", data: { summary: "Fell", value: 0 } });
const change = (input: LeadChanges) => leadChange(lead, input, settings);

const fieldsOnly = (fields: LeadChange["fields"]): LeadChange => ({ fields, data: { set: {}, removed: [] } });
const dataOnly = (set: LeadChange["data"]["set"], removed: string[] = []): LeadChange => ({
  fields: {},
  data: { set, removed },
});

describe("leadChange", () => {
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
  ])("returns null for %s", (_, input) => {
    expect(change(input)).toBeNull();
  });

  it.each<[string, LeadChanges, LeadChange]>([
    ["first_name", { first_name: "Eve" }, fieldsOnly({ firstName: "Eve" })],
    ["last_name", { last_name: "Eve" }, fieldsOnly({ lastName: "Eve" })],
    ["a name's case", { first_name: "ADA" }, fieldsOnly({ firstName: "ADA" })],
    ["email", { email: "eve@example.com" }, fieldsOnly({ email: "eve@example.com" })],
    ["phone", { phone: "ask Bob" }, fieldsOnly({ phone: "ask Bob" })],
    ["source", { source: "referral" }, fieldsOnly({ source: "referral" })],
    ["status", { status: "lost" }, fieldsOnly({ stage: "lost" })],
    ["assignee_id", { assignee_id: "b" }, fieldsOnly({ assigneeId: "b" })],
    ["no assignee", { assignee_id: null }, fieldsOnly({ assigneeId: null })],
    ["a data value", { data: { summary: "Slipped" } }, dataOnly({ summary: "Slipped" })],
    ["a new data key", { data: { urgent: false } }, dataOnly({ urgent: false })],
    ["an emptied data value", { data: { summary: "" } }, dataOnly({ summary: "" })],
    ["a removed data key", { data: { value: null } }, dataOnly({}, ["value"])],
    [
      "some of many fields",
      { first_name: "Ada", last_name: "Eve", data: { summary: "Fell", value: 1, case_type: null } },
      { fields: { lastName: "Eve" }, data: { set: { value: 1 }, removed: [] } },
    ],
  ])("returns the change for %s", (_, input, expected) => {
    expect(change(input)).toEqual(expected);
  });
});
