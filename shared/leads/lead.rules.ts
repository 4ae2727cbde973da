import type { StoredKey } from "../api/keys/key-store.ts";
import { createdAt, isUuid } from "../runtime/record-id.ts";
import { AppError, notFound, requireFound } from "../schema/app-error.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import type { Violation } from "../schema/violations.ts";
import { type FirmSettings, stageStatus } from "../settings/firm.rules.ts";
import { conflictResource } from "./clearance.rules.ts";
import type { LeadResource } from "./lead.contract.ts";
import { leadFields } from "./lead-fields.contract.ts";
import { showParties } from "./party.contract.ts";

export type Lead = RecordOf<typeof leadFields>;

/** Returns the name of a person, blank for an erased lead. */
export const fullName = ({ firstName, lastName }: Pick<Lead, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

/**
 * Refuses a write to a merged lead, and names the lead that takes its place. As a rule, it runs after the checks of
 * body and query.
 * @throws AppError `lead_merged`
 */
export const requireUnmerged = ({ mergedInto }: Pick<Lead, "mergedInto">): void => {
  if (mergedInto === undefined) return;
  throw new AppError("lead_merged", `The lead was merged into lead ${mergedInto}: use that lead.`, {
    details: [{ field: "merged_into", message: mergedInto }],
  });
};

type BookedLead = Pick<Lead, "erasure" | "mergedInto">;

/**
 * Returns violations of a lead. The schema rejects non-UUIDs. A merged lead has another error, which names the lead
 * that remains.
 */
export const leadViolations = (leadId: unknown, lead: BookedLead | null): Violation[] => {
  const isMerged = lead?.mergedInto !== undefined;
  if (!isUuid(leadId) || isMerged || (lead !== null && lead.erasure === undefined)) return [];
  const message = lead === null ? "must be a lead of the firm" : "must not be an erased lead";
  return [{ field: "lead_id", message }];
};

/**
 * Returns a lead that exists and whose personal data were not erased. Also returns a merged lead after its erasure: the
 * refusal of its writes names the lead that takes its place.
 * @throws AppError `not_found`
 */
export const requireUnerasedLead = (lead: Lead | null): Lead => {
  const existing = requireFound("lead", lead);
  if (existing.erasure !== undefined && existing.mergedInto === undefined)
    throw notFound("lead, or its personal data were erased");
  return existing;
};

/**
 * Returns the lead without personal data. Keeps its source if it is the key of a source of the firm, not a caller's
 * text.
 */
export const withoutPersonalData = (lead: Lead, sourceKeys: ReadonlySet<string>): Lead => ({
  ...lead,
  ...leadFields.erased().record,
  ...(sourceKeys.has(lead.source) && { source: lead.source }),
});

/** Returns the earlier of two instants, of which null is none. */
export const earlierOf = (one: string | null, other: string | null) =>
  one !== null && (other === null || one < other) ? one : other;

/** Returns the activity after a change. A change that began before the last one does not set it back. */
export const activityAt = ({ lastActivityAt }: Lead, at: string) =>
  at < lastActivityAt ? lastActivityAt : at;

/** Returns a lead as the API shows it to a key. */
export const leadResource = (
  lead: Lead,
  settings: FirmSettings,
  { scopes }: Pick<StoredKey, "scopes">,
): LeadResource =>
  shownLead(lead, settings, scopes.includes("conflicts:read") ? showParties(lead.parties) : undefined);

/** Returns a lead as events show it: without its parties, whoever reads them. */
export const leadInEvents = (lead: Lead, settings: FirmSettings): LeadResource =>
  shownLead(lead, settings, undefined);

const shownLead = (lead: Lead, settings: FirmSettings, parties: LeadResource["parties"]): LeadResource =>
  leadFields.resource(lead, {
    status: stageStatus(settings, lead.stage),
    created_at: createdAt(lead.id),
    conflict: conflictResource(lead, settings),
    parties,
  });
