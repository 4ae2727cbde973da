import { describe, expect, it } from "@jest/globals";
import { addToCount, endCount, putConsultation } from "../../shared/consultations/consultation.store.ts";
import { leadMergedInto, survivingLead } from "../../shared/lead-merge/lead-merge.rules.ts";
import { mergeLead } from "../../shared/lead-merge/merge-lead.ts";
import { type Lead, leadResource } from "../../shared/leads/lead.rules.ts";
import { leadToItem, putLead } from "../../shared/leads/lead.store.ts";
import { redirectLead } from "../../shared/leads/merged-leads.store.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import { consultationCountKey } from "../../shared/table/record-keys.ts";
import { ReadAgain } from "../../shared/table/retry.ts";
import { newConsultation } from "../support/booked-consultations.ts";
import {
  CHANGE,
  decided,
  EARLIER_CHANGE,
  FIRM_ID,
  KEY,
  NEW_ID,
  newSettings,
  refusalOf,
} from "../support/decisions.ts";
import { newLead } from "../support/leads.ts";

const target = newLead({ email: "" });
const other = newLead({ phone: "+12125550123" });
const settings = newSettings();
const ELSEWHERE = "018f0000-0000-7000-8000-00000000e15e";

type Given = {
  readonly target?: Partial<Lead>;
  readonly other?: Partial<Lead>;
  readonly consultations?: readonly ReturnType<typeof newConsultation>[];
  readonly count?: number;
};

const merge = (given: Given = {}, json: unknown = { from: other.id }) => {
  const { consultations = [], count = consultations.length } = given;
  return decided(mergeLead, {
    json,
    stored: [
      leadToItem(FIRM_ID, { ...target, ...given.target }, EARLIER_CHANGE),
      leadToItem(FIRM_ID, { ...other, ...given.other }, EARLIER_CHANGE),
      settingsToItem(FIRM_ID, settings),
      { ...consultationCountKey(FIRM_ID, other.id), consultations: count },
    ],
    found: { consultations },
    request: { params: { id: target.id } },
  });
};

const bookings = [
  newConsultation({ leadId: other.id }),
  newConsultation({ leadId: other.id, archived: true, status: "completed" }),
];

describe("a merge", () => {
  it.each<[string, Given]>([
    ["both leads", {}],
    ["the leads that were merged into the other before", { other: { mergedLeadIds: [ELSEWHERE] } }],
    ["the other's consultations, and their number", { consultations: bookings }],
  ])("writes %s", async (_, given) => {
    const from = { ...other, ...given.other };
    const after = survivingLead(target, from, CHANGE.at);
    const { consultations = [] } = given;
    expect(await merge(given)).toEqual({
      writes: [
        putLead(FIRM_ID, after, CHANGE),
        putLead(FIRM_ID, leadMergedInto(after, from), CHANGE),
        ...(from.mergedLeadIds ?? []).map((id) =>
          redirectLead(FIRM_ID, id, { from: from.id, to: target.id }),
        ),
        endCount(FIRM_ID, from.id, consultations.length),
        ...(consultations.length > 0 ? [addToCount(FIRM_ID, target.id, consultations.length)] : []),
        ...consultations.flatMap((before) => {
          const moved = { ...before, leadId: target.id, revision: 2 };
          return putConsultation(FIRM_ID, { before, after: moved, change: CHANGE });
        }),
      ],
      answer: leadResource(after, settings, KEY),
    });
  });

  it("writes nothing for a lead that was merged into it before", async () => {
    const merged = { target: { mergedLeadIds: [other.id] }, other: { mergedInto: target.id } };
    const answer = leadResource({ ...target, mergedLeadIds: [other.id] }, settings, KEY);
    expect(await merge(merged, { from: other.id.toUpperCase() })).toEqual({ answer });
  });

  it("reads again when only the other lead shows the merge", async () => {
    await expect(merge({ other: { mergedInto: target.id } })).rejects.toThrow(ReadAgain);
  });

  const erasure = { at: "2026-01-01T00:00:00.000Z", changeId: NEW_ID };
  it.each<[string, string[], Given, object?]>([
    ["of nothing", ["invalid_request", "from"], {}, {}],
    ["of nothing into a merged lead", ["invalid_request", "from"], { target: { mergedInto: ELSEWHERE } }, {}],
    ["of an invalid id", ["invalid_request", "from"], {}, { from: "x" }],
    ["of a lead that the firm does not have", ["invalid_request", "from"], {}, { from: NEW_ID }],
    ["of a lead with 41 consultations", ["invalid_request", "from"], { count: 41 }],
    ["into a merged lead", ["lead_merged", "merged_into"], { target: { mergedInto: ELSEWHERE } }],
    ["into an erased lead", ["not_found"], { target: { erasure } }],
  ])("is refused %s", async (_, refusal, given, json = { from: other.id }) => {
    expect(await refusalOf(merge(given, json))).toEqual(refusal);
  });

  it("is refused into a lead that the firm does not have", async () => {
    const request = { params: { id: NEW_ID } };
    expect(await refusalOf(decided(mergeLead, { json: { from: other.id }, request }))).toEqual(["not_found"]);
  });
});
