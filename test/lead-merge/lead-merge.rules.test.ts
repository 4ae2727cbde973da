import { describe, expect, it } from "@jest/globals";
import { leadMergedInto, mergeViolations, survivingLead } from "../../shared/lead-merge/lead-merge.rules.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { newLead } from "../support/leads.ts";

const AT = "2026-11-20T10:00:00.000Z";
const adverse = (name: string) => ({ role: "adverse" as const, name, aliases: [], email: "", phone: "" });
const parties = (count: number) => Array.from({ length: count }, (_, index) => adverse(`Party ${index}`));
const ids = (count: number) => Array.from({ length: count }, () => newRecordId(1));

describe("survivingLead", () => {
  it.each<[string, Partial<Lead>, Partial<Lead>, Partial<Lead>]>([
    ["a blank email", { email: "" }, { email: "eve@example.com" }, { email: "eve@example.com" }],
    ["a blank phone", { phone: "" }, { phone: "+12125550123" }, { phone: "+12125550123" }],
    ["no assignee", { assigneeId: null }, { assigneeId: "a" }, { assigneeId: "a" }],
    ["no data", { data: {} }, { data: { urgent: false, value: 0 } }, { data: { urgent: false, value: 0 } }],
    [
      "some data",
      { data: { summary: "Fell", notes: "" } },
      { data: { summary: "Slipped", notes: "Calls", value: 1 } },
      { data: { summary: "Fell", notes: "Calls", value: 1 } },
    ],
    [
      "its parties",
      { parties: [adverse("Acme")] },
      { parties: [adverse("ACME"), adverse("Globex")] },
      { parties: [adverse("Acme"), adverse("Globex")] },
    ],
  ])("fills %s, which counts as activity", (_, target, other, filled) => {
    const before = newLead(target);
    expect(survivingLead(before, newLead(other), AT)).toEqual({
      ...before,
      ...filled,
      comparedSince: AT,
      lastActivityAt: AT,
      mergedLeadIds: [expect.any(String)],
      revision: 2,
    });
  });

  it.each<[string, Partial<Lead>, Partial<Lead>]>([
    ["has", { email: "ada@example.com", assigneeId: "a" }, { email: "eve@example.com", assigneeId: "b" }],
    ["has as false or 0", { data: { urgent: false, value: 0 } }, { data: { urgent: true, value: 1 } }],
    ["and the other lack", { phone: "", data: { notes: "" } }, { phone: "", data: { notes: "" } }],
    ["has blank and the other lacks", { data: { notes: "", constructor: "" } }, { data: {} }],
    ["has of name, stage and source", {}, { firstName: "Eve", stage: "lost", source: "x", archived: true }],
  ])("keeps what it %s, and its activity", (_, target, other) => {
    const [before, from] = [newLead(target), newLead(other)];
    expect(survivingLead(before, from, AT)).toEqual({
      ...before,
      comparedSince: AT,
      mergedLeadIds: [from.id],
      revision: 2,
    });
  });

  it.each([
    [AT, null, AT],
    [null, AT, AT],
    ["2026-11-21T10:00:00.000Z", AT, AT],
    [null, null, null],
  ])("has the earlier first contact of %j and %j, which is no activity", (own, others, firstContactAt) => {
    const before = newLead({ firstContactAt: own, respondBy: AT });
    expect(survivingLead(before, newLead({ firstContactAt: others }), AT)).toMatchObject({
      ...{ firstContactAt, respondBy: AT, lastActivityAt: before.lastActivityAt },
    });
  });

  it("keeps every lead that was merged into either, and names the new one first", () => {
    const [own, others] = [ids(2), ids(2)];
    const other = newLead({ mergedLeadIds: others });
    const { mergedLeadIds } = survivingLead(newLead({ mergedLeadIds: own }), other, AT);
    expect(mergedLeadIds).toEqual([...own, other.id, ...others]);
  });
});

describe("leadMergedInto", () => {
  it("keeps everything, but is archived and has no merged leads of its own", () => {
    const [target, other] = [newLead(), newLead({ phone: "+12125550123", mergedLeadIds: ids(1) })];
    expect(leadMergedInto(target, other)).toEqual({
      ...other,
      archived: true,
      mergedInto: target.id,
      mergedLeadIds: undefined,
      revision: 2,
    });
  });
});

describe("mergeViolations", () => {
  const target = newLead({ mergedLeadIds: ids(24), parties: parties(15) });
  const refusal = (other: Lead | null, consultations = 0) =>
    mergeViolations({ target, other, consultations })[0]?.message ?? null;

  it.each<[string, Partial<Lead>, number, string | null]>([
    ["has 40 consultations", {}, 40, null],
    ["has 41 consultations", {}, 41, "has 41 consultations; a merge can move at most 40"],
    ["makes 50 merged leads", { mergedLeadIds: ids(25) }, 0, null],
    [
      "makes 51 merged leads",
      { mergedLeadIds: ids(26) },
      0,
      "cannot be merged: more than 50 leads would be merged into the lead",
    ],
    ["makes 20 parties", { parties: parties(20) }, 0, null],
    [
      "makes 21 parties",
      { parties: parties(21).slice(15) },
      0,
      "has parties that, with those of the lead, are more than 20",
    ],
    ["was merged into it before", { mergedInto: target.id }, 0, null],
    ["was merged elsewhere", { mergedInto: "x" }, 0, "was already merged into lead x"],
    ["is erased", { erasure: { at: AT, changeId: "x" } }, 0, "must not be an erased lead"],
    ["is the lead itself", { id: target.id }, 0, "must be another lead"],
    [
      "has too much data",
      { data: { summary: "x".repeat(65_536) } },
      0,
      "has data that, with those of the lead, exceed 65536 bytes",
    ],
  ])("reports a lead that %s", (_, changes, consultations, message) => {
    expect(refusal(newLead(changes), consultations)).toBe(message);
  });

  it("reports a lead that the firm does not have", () => {
    expect(refusal(null)).toBe("must be a lead of the firm");
  });
});
