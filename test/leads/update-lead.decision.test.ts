import { describe, expect, it } from "@jest/globals";
import { updateLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { type Lead, leadResource } from "../../shared/leads/lead.rules.ts";
import { leadToItem, putLead } from "../../shared/leads/lead.store.ts";
import { updateLead } from "../../shared/leads/update-lead.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import {
  CHANGE,
  decided,
  FIRM_ID,
  KEY,
  NOW_MILLISECONDS,
  newSettings,
  readerOf,
  refusalOf,
  requestWith,
} from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { newLead } from "../support/leads.ts";

const attorney = newMember();
const lead = newLead({ phone: "+12125550123", data: { summary: "Old" } });
const NOW = new Date(NOW_MILLISECONDS).toISOString();

const decide = (json: Readonly<Record<string, unknown>>) => {
  const request = requestWith(updateLeadEndpoint, json);
  const records = { lead, settings: newSettings(), assignee: attorney };
  return {
    request,
    decision: updateLead.decide(records, request, readerOf({ withStages: records.settings })),
  };
};

const CHANGES: [string, Record<string, unknown>, Partial<Lead>][] = [
  ["the stage, as a lead shows it", { status: { key: "lost", name: "Lost" } }, { stage: "lost" }],
  ["the assignee", { assignee_id: attorney.id }, { assigneeId: attorney.id }],
  ["a phone number of the firm's country", { phone: "(212) 555-0188" }, { phone: "+12125550188" }],
  ["one contact method for the other", { email: null, phone: "ask" }, { email: "", phone: "ask" }],
];

const NO_CHANGES: [string, Record<string, unknown>][] = [
  ["is empty", {}],
  [
    "repeats the stored values in another form",
    {
      first_name: "Ada",
      email: "Ada@Example.com",
      phone: "+1 (212) 555-0123",
      status: "new",
      assignee_id: null,
      data: { summary: "Old ", shoe_size: 9, case_type: null },
    },
  ],
];

describe("a PATCH of a lead", () => {
  it.each(CHANGES)("changes %s, and counts a revision", async (_, json, changes) => {
    const { request, decision } = decide(json);
    const after = { ...lead, ...changes, lastActivityAt: NOW, revision: 2 };
    expect(await decision).toMatchObject({
      writes: [putLead(FIRM_ID, after, request.change)],
      answer: { id: lead.id, last_activity_at: NOW },
    });
  });

  it.each(NO_CHANGES)("writes nothing when it %s", async (_, json) => {
    const decision = await decide(json).decision;
    expect(decision).toMatchObject({ answer: { id: lead.id, last_activity_at: lead.lastActivityAt } });
    expect(decision).not.toHaveProperty("writes");
  });
});

const inactive = newMember({ active: false });
const settings = newSettings();

const VIOLATIONS: [string, Record<string, unknown>, string[]][] = [
  ["a stage that the firm does not have", { status: "none" }, ["status"]],
  ["an assignee who is not active", { assignee_id: inactive.id }, ["assignee_id"]],
  ["no contact method at all", { email: "", phone: "" }, ["email", "phone"]],
  ["no contact method but a prefix", { email: null, phone: " WhatsApp: " }, ["email", "phone"]],
  ["a value that is no option of its field", { data: { case_type: "Tax" } }, ["data.case_type"]],
  ["two violations at once", { status: "none", data: { value: "many" } }, ["status", "data.value"]],
];

describe("the records of a PATCH of a lead", () => {
  it.each(VIOLATIONS)("make %s invalid", (_, json, fields) => {
    const violations = updateLead.violations?.(
      { lead, settings, assignee: inactive },
      requestWith(updateLeadEndpoint, json),
    );
    expect(violations?.map(({ field }) => field)).toEqual(fields);
  });

  it.each<Record<string, unknown>>([
    { email: null },
    { phone: "\u200b" },
    { phone: "tel:" },
    { email: "", phone: "ask" },
  ])("let %j clear a contact method while the other remains", (json) => {
    const records = { lead, settings, assignee: null };
    expect(updateLead.violations?.(records, requestWith(updateLeadEndpoint, json))).toEqual([]);
  });
});

describe("a lead whose stored values the firm's settings no longer allow", () => {
  const before = newLead({
    ...{ phone: "020 7946 0018", assigneeId: inactive.id, stage: "gone" },
    data: { summary: "Fell", case_type: "Family" },
  });
  const summary = { key: "summary", label: "Summary", type: "number" as const, options: [] };
  const now = newSettings({ leadFields: [summary], defaultCountry: "GB" });
  const shown = leadResource(before, now, KEY);
  const patch = (json: object) =>
    decided(updateLead, {
      json,
      stored: [
        leadToItem(FIRM_ID, before, CHANGE),
        settingsToItem(FIRM_ID, now),
        memberToItem(FIRM_ID, inactive),
      ],
      request: { params: { id: before.id } },
    });

  it.each([shown, { assignee_id: inactive.id.toUpperCase() }, { data: { summary: "Fell" } }])(
    "is unchanged by what a GET shows: %j",
    async (json) => {
      expect(await patch(json)).toEqual({ answer: shown });
    },
  );

  it("loses a value of a field that is no longer defined with null", async () => {
    const { answer } = Object(await patch({ data: { summary: "Fell", case_type: null, unknown: null } }));
    expect(answer.data).toEqual({ summary: "Fell" });
  });

  it("takes no new value of that kind", async () => {
    const json = { ...shown, data: { summary: "Slipped" } };
    expect(await refusalOf(patch(json))).toEqual(["invalid_request", "data.summary"]);
  });
});

it("data must fit into the record together with what is stored", () => {
  const keys = Array.from({ length: 18 }, (_, index) => `text_${index}`);
  const leadFields = keys.map((key) => ({ key, label: key, type: "text" as const, options: [] }));
  const texts = (from: number, to: number) =>
    Object.fromEntries(keys.slice(from, to).map((key) => [key, "x".repeat(4_000)]));
  const records = {
    lead: { ...lead, data: texts(0, 15) },
    settings: newSettings({ leadFields }),
    assignee: null,
  };
  const fieldsOf = (data: object) =>
    updateLead.violations?.(records, requestWith(updateLeadEndpoint, { data })).map(({ field }) => field);
  expect(fieldsOf(texts(15, 17))).toEqual(["data"]);
  expect(fieldsOf({ ...texts(15, 17), text_0: null, text_1: null })).toEqual([]);
});

describe("a PATCH of a merged lead", () => {
  const merged = newLead({ mergedInto: attorney.id });
  it.each<[object, string[]]>([
    [{ first_name: "Bob" }, ["lead_merged", "merged_into"]],
    [{ email: 5 }, ["invalid_request", "email"]],
    [{ email: "", phone: "" }, ["invalid_request", "email", "phone"]],
    [{ status: "nowhere" }, ["invalid_request", "status"]],
  ])("is refused after its body: %j", async (json, refusal) => {
    const stored = [leadToItem(FIRM_ID, merged, CHANGE), settingsToItem(FIRM_ID, settings)];
    const request = { params: { id: merged.id } };
    expect(await refusalOf(decided(updateLead, { json, stored, request }))).toEqual(refusal);
  });
});
