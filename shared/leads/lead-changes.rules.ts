import { changedFields } from "../api/changed-fields.ts";
import { fittingRule } from "../routing/routing.rules.ts";
import { createdAt } from "../runtime/record-id.ts";
import { AppError } from "../schema/app-error.ts";
import { dataChange, mergedData } from "../settings/custom-data.rules.ts";
import { type FirmSettings, firstOpenStage } from "../settings/firm.rules.ts";
import { withLapse } from "./clearance.rules.ts";
import { activityAt, earlierOf, type Lead } from "./lead.rules.ts";
import { withMarks } from "./lead-due.rules.ts";
import { type LeadChanges, leadFields, type NewLead } from "./lead-fields.contract.ts";
import { normalizedParties } from "./parties.rules.ts";
import { normalizePhoneNumber } from "./phone-number.rules.ts";

type NewRecord = { readonly id: string; readonly nowMilliseconds: number };

/**
 * Returns a lead in the firm's first open stage, with the first rule that fits it.
 * @throws AppError `no_open_stage`
 */
export const newLead = async (
  body: NewLead,
  settings: FirmSettings,
  { id, nowMilliseconds }: NewRecord,
): Promise<Lead> => {
  const stage = firstOpenStage(settings.stages);
  if (stage === undefined) throw new AppError("no_open_stage", "The firm has no open stage for the lead.");
  const phone = await normalizePhoneNumber(body.phone, settings.defaultCountry);
  const parties = await normalizedParties(body.parties, null, settings.defaultCountry);
  const data = dataChange(body.data, settings.leadFields).set;
  return {
    ...leadFields.initial,
    ...leadFields.newFields({ ...body, phone }),
    parties,
    id,
    stage: stage.key,
    // Clocks differ: nobody wrote after the creation.
    capturedAt: earlierOf(body.captured_at ?? null, createdAt(id)) ?? "",
    lastActivityAt: new Date(nowMilliseconds).toISOString(),
    data,
    routingRule: fittingRule(settings.routing, { source: body.source, data })?.key ?? null,
  };
};

/**
 * Returns the lead after a valid PATCH with normalized phone numbers; null if it changes nothing.
 * @param at ISO-8601 UTC instant of the change
 */
export const changedLead = (
  lead: Lead,
  input: LeadChanges,
  settings: Pick<FirmSettings, "leadFields" | "stages">,
  at: string,
): Lead | null => {
  const data = mergedData(lead.data, dataChange(input.data, settings.leadFields));
  const changed = changedFields<Lead>(lead, { ...leadFields.changes(input, lead), data });
  if (Object.keys(changed).length === 0) return null;
  const after = { ...lead, ...changed, lastActivityAt: activityAt(lead, at), revision: lead.revision + 1 };
  return withLapse(lead, withMarks(lead, after, settings, at), at);
};
