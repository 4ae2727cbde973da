import { checked, operation } from "../api/operation.ts";
import { assigneeViolations } from "../members/member.rules.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import type { Violation } from "../schema/violations.ts";
import { acceptsData, dataViolations } from "../settings/custom-data.rules.ts";
import { type FirmSettings, hasStages } from "../settings/firm.rules.ts";
import { settingsRecord, settingsWithStages } from "../settings/firm.store.ts";
import { cachedIf } from "../table/record-cache.ts";
import { updateLeadEndpoint } from "./lead.contract.ts";
import { type Lead, leadResource, requireUnerasedLead, requireUnmerged } from "./lead.rules.ts";
import { leadRecord, putLead } from "./lead.store.ts";
import { changedLead } from "./lead-changes.rules.ts";
import { type LeadChanges, leadChangesBody, stageKeyInput } from "./lead-fields.contract.ts";
import { renameWrites } from "./lead-names.store.ts";
import { normalizedParties } from "./parties.rules.ts";
import { normalizePhoneNumber } from "./phone-number.rules.ts";

/** Changes the fields that differ. A value that equals the stored one stays valid, even after a change of settings. */
export const updateLead = operation(updateLeadEndpoint, {
  reads: ({ firmId, params, json }) => ({
    lead: checked(leadRecord(firmId, params.id), requireUnerasedLead),
    settings: cachedIf(
      settingsRecord(firmId),
      (settings) =>
        acceptsData(json.data, settings.leadFields) && hasStages(settings, wantedStages(json.status)),
    ),
    assignee: memberRecordFromBody(firmId, json.assignee_id),
  }),

  violations: ({ lead, settings, assignee }, { json }) => [
    ...contactViolations(json, lead),
    ...stageViolations(json.status, lead, settings),
    ...assigneeViolations(json.assignee_id, assignee, { stored: lead.assigneeId }),
    ...dataViolations(json.data, settings.leadFields, lead.data),
  ],

  decide: async ({ lead, settings }, { firmId, input, change, key }, read) => {
    requireUnmerged(lead);
    const changed = changedLead(lead, await withNumbers(input, lead, settings), settings, change.at);
    const after = changed ?? lead;
    const { withStages } = await read({ withStages: settingsWithStages(firmId, [after]) });
    return {
      ...(changed && {
        writes: [
          putLead(firmId, changed, change),
          ...renameWrites(firmId, { before: lead, after: changed, change }),
        ],
      }),
      answer: leadResource(after, withStages, key),
    };
  },
});

/** Normalizes the phone numbers of a change. One that equals the stored one stays as it is. */
const withNumbers = async (
  input: LeadChanges,
  lead: Lead,
  { defaultCountry }: FirmSettings,
): Promise<LeadChanges> => ({
  ...input,
  ...(input.phone &&
    input.phone !== lead.phone && { phone: await normalizePhoneNumber(input.phone, defaultCountry) }),
  ...(input.parties && { parties: await normalizedParties(input.parties, lead.parties, defaultCountry) }),
});

type Contact = "email" | "phone";

/** Requires that one contact method remains when the other is cleared. A blank one is no change where there is none. */
const contactViolations = (json: Readonly<Record<string, unknown>>, lead: Lead): Violation[] => {
  const fields: readonly Contact[] = ["email", "phone"];
  const remains = (field: Contact) =>
    json[field] === undefined ? lead[field] !== "" : !isCleared(field, json[field]);
  // A merged and erased lead has neither.
  const hasNone = fields.every((field) => lead[field] === "");
  if (hasNone || fields.some(remains)) return [];
  return fields.map((field) => ({
    field,
    message: "must not be blank: a lead needs an email address or a phone number",
  }));
};

/** Returns whether the schema reads a value as none, such as a blank one or the prefix of a number alone. */
const isCleared = (field: Contact, input: unknown) =>
  leadChangesBody().shape[field].safeParse(input).data === "";

const stageViolations = (input: unknown, { stage }: Lead, settings: FirmSettings): Violation[] => {
  const wanted = wantedStages(input);
  if (wanted.includes(stage) || hasStages(settings, wanted)) return [];
  const keys = settings.stages.map(({ key }) => key);
  return [{ field: "status", message: `must be one of: ${keys.join(", ")}` }];
};

/** Returns the key of the stage in an unvalidated body, if any. */
const wantedStages = (input: unknown): string[] => {
  const status = stageKeyInput(input);
  return typeof status === "string" ? [status.trim()] : [];
};
