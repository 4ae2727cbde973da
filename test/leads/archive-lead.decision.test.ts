import { expect, it } from "@jest/globals";
import { archiveLead, unarchiveLead } from "../../shared/leads/archive-lead.ts";
import { archiveLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { putLead } from "../../shared/leads/lead.store.ts";
import { FIRM_ID, NEW_ID, newSettings, readerOf, requestWith } from "../support/decisions.ts";
import { newLead } from "../support/leads.ts";

const settings = newSettings();
const request = requestWith(archiveLeadEndpoint);

it.each([
  ["archives an active lead", archiveLead, { before: false, after: true }],
  ["restores an archived lead", unarchiveLead, { before: true, after: false }],
] as const)("%s, which counts a revision and is not activity", async (_, { decide }, { before, after }) => {
  const lead = newLead({ archived: before });
  expect(await decide({ lead, settings }, request, readerOf({ settings }))).toMatchObject({
    writes: [putLead(FIRM_ID, { ...lead, archived: after, revision: 2 }, request.change)],
    answer: { archived: after, last_activity_at: lead.lastActivityAt },
  });
});

it.each([
  ["archived", archiveLead],
  ["restored", unarchiveLead],
] as const)("a merged lead is not %s: the refusal names the remaining one", async (_, { decide }) => {
  const lead = newLead({ mergedInto: NEW_ID });
  await expect(decide({ lead, settings }, request, readerOf({ settings }))).rejects.toMatchObject({
    code: "lead_merged",
    details: [{ field: "merged_into", message: NEW_ID }],
  });
});

it.each([
  ["archived", archiveLead, true],
  ["active", unarchiveLead, false],
] as const)("writes nothing for a lead that is already %s", async (_, { decide }, archived) => {
  const decision = await decide({ lead: newLead({ archived }), settings }, request, readerOf({ settings }));
  expect(decision).toMatchObject({ answer: { archived } });
  expect(decision).not.toHaveProperty("writes");
});
