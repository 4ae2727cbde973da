import { describe, expect, it } from "@jest/globals";
import { createLead } from "../../shared/leads/create-lead.ts";
import { putLead } from "../../shared/leads/lead.store.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import { firmFields } from "../../shared/settings/firm-fields.contract.ts";
import {
  CHANGE,
  decided,
  FIRM_ID,
  NEW_ID,
  NOW_MILLISECONDS,
  newSettings,
  refusalOf,
} from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { ADA, newLead, UNTOUCHED, WHOLE_ADA } from "../support/leads.ts";

const NOW = new Date(NOW_MILLISECONDS).toISOString();
const attorney = newMember();
const inactive = newMember({ active: false });
const members = [attorney, inactive].map((member) => memberToItem(FIRM_ID, member));

const create = (json: object, changes: Partial<FirmSettings> = {}) =>
  decided(createLead, { json, stored: [...members, settingsToItem(FIRM_ID, newSettings(changes))] });

const stages = (...keys: string[]) =>
  keys.flatMap((key) => firmFields.initial.stages.filter((stage) => stage.key === key));

describe("a new lead", () => {
  it("is in the first open stage, and everything of it is written and shown", async () => {
    const lead = newLead({ id: NEW_ID, lastActivityAt: "2055-03-02T12:00:00.000Z", phone: "+12125550123" });
    expect(await create({ ...ADA, email: " ADA@Example.com ", phone: "(212) 555-0123" })).toEqual({
      writes: [putLead(FIRM_ID, lead, CHANGE)],
      answer: {
        id: NEW_ID,
        ...WHOLE_ADA,
        phone: "+12125550123",
        status: { key: "new", name: "New" },
        assignee_id: null,
        archived: false,
        created_at: expect.any(String),
        last_activity_at: NOW,
        data: {},
        captured_at: expect.any(String),
        ...UNTOUCHED,
      },
    });
  });

  it.each<[string, object, object, Partial<FirmSettings>?]>([
    ["its capture", { captured_at: "2055-03-01T13:00:00+01:00" }, { captured_at: expect.any(String) }],
    ["its assignee", { assignee_id: attorney.id.toUpperCase() }, { assignee_id: attorney.id }],
    [
      "only data that the firm defines",
      { data: { case_type: "Injury", summary: " Fell ", value: 0, urgent: false, shoe_size: 9, none: null } },
      { data: { case_type: "Injury", summary: "Fell", value: 0, urgent: false } },
    ],
    [
      "the first open stage, after terminal ones",
      {},
      { status: { key: "qualified", name: "Qualified" } },
      { stages: stages("lost", "qualified", "new") },
    ],
  ])("has %s", async (_, json, shown, settings = {}) => {
    expect(await create({ ...ADA, ...json }, settings)).toMatchObject({ answer: shown });
  });

  it.each<[string, object, string[], Partial<FirmSettings>?]>([
    [
      "everything that is invalid at once",
      { first_name: 7, email: "x", assignee_id: "me", data: { case_type: "Divorce", urgent: "yes" } },
      ["first_name", "last_name", "email", "source", "assignee_id", "data.case_type", "data.urgent"],
    ],
    ["an unknown assignee", { ...ADA, assignee_id: NEW_ID, source: "" }, ["source", "assignee_id"]],
    ["an inactive assignee", { ...ADA, assignee_id: inactive.id, source: "" }, ["source", "assignee_id"]],
    ["its body before a missing stage", {}, ["first_name", "last_name", "email", "source"], { stages: [] }],
  ])("is refused for %s", async (_, json, fields, settings = {}) => {
    const [code, ...named] = await refusalOf(create(json, settings));
    expect([code, named.sort()]).toEqual(["invalid_request", fields.sort()]);
  });

  it.each([[stages("retained", "lost")], [[]]])(
    "is refused without an open stage: %j",
    async (configured) => {
      expect(await refusalOf(create(ADA, { stages: configured }))).toEqual(["no_open_stage"]);
    },
  );
});
