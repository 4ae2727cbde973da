import type { Erasure } from "../api/change.ts";
import { createdAt } from "../runtime/record-id.ts";
import { AppError, notFound, requireFound } from "../schema/app-error.ts";
import type { CustomData } from "../settings/custom-data.rules.ts";
import { type FirmSettings, stageStatus } from "../settings/firm.rules.ts";
import type { LeadResource } from "./lead.contract.ts";
import type { LeadEventType } from "./lead-events.contract.ts";
import { LEAD_TEXTS, type LeadChanges, type LeadTexts, textsByName } from "./lead-fields.contract.ts";

export type Lead = LeadTexts & {
  /** UUIDv7; its time part is the lead's creation. */
  readonly id: string;
  /** The key of the firm's stage. Responses and events look up its name. */
  readonly stage: string;
  readonly assigneeId: string | null;
  readonly archived: boolean;
  /** ISO-8601 UTC instant. */
  readonly lastActivityAt: string;
  readonly data: CustomData;
  /** The number of the stored state, from 1. Events carry it as `sequence`. */
  readonly revision: number;
  /** The id of the change that stored this state; absent until it is stored. The next change has a later one. */
  readonly changeId?: string | undefined;
  /** Absent unless the operator erased the lead's personal data. Nothing writes any afterwards. */
  readonly erasure?: Erasure | undefined;
  /** The id of the lead that this one was merged into; absent unless merged. That lead is never merged itself. */
  readonly mergedInto?: string | undefined;
  /** The ids of all leads that were merged into this one; absent when there are none. */
  readonly mergedLeadIds?: readonly string[] | undefined;
};

/** Returns the name of a person, blank for an erased lead. */
export const fullName = ({ firstName, lastName }: Pick<Lead, "firstName" | "lastName">): string =>
  `${firstName} ${lastName}`.trim();

type FieldTraits = {
  /** Its name in a PATCH, and where the API shows it. */
  readonly inputName: keyof LeadChanges & keyof LeadResource;
  /** The event of its change. */
  readonly event: LeadEventType;
  /** True if an erasure empties it. */
  readonly isPersonal: boolean;
};

type ServiceField =
  | "id"
  | "archived"
  | "lastActivityAt"
  | "revision"
  | "changeId"
  | "erasure"
  | "mergedInto"
  | "mergedLeadIds";

/** The fields other than texts that a PATCH can change. Archiving changes `archived`; the service sets the rest. */
type OtherField = Exclude<keyof Lead, keyof LeadTexts | ServiceField>;

const OTHER_FIELDS: Record<OtherField, FieldTraits> = {
  stage: { inputName: "status", event: "lead.status_changed", isPersonal: false },
  assigneeId: { inputName: "assignee_id", event: "lead.assigned", isPersonal: false },
  data: { inputName: "data", event: "lead.updated", isPersonal: true },
};

type ChangeableField = FieldTraits & { readonly field: keyof LeadTexts | OtherField };

/** Every field that a PATCH can change. */
export const CHANGEABLE_FIELDS: readonly ChangeableField[] = [
  ...LEAD_TEXTS.map(({ name: inputName, attribute: field, isPersonal }) => ({
    field,
    inputName,
    event: "lead.updated" as const,
    isPersonal,
  })),
  ...Object.entries(OTHER_FIELDS).map(([field, traits]) => ({ field: field as OtherField, ...traits })),
];

/** The fields that an erasure empties, with their names in a lead and in the API. */
export const PERSONAL_FIELDS = CHANGEABLE_FIELDS.filter(({ isPersonal }) => isPersonal).map(
  ({ field, inputName }) => ({ field, inputName, empty: field === "data" ? {} : "" }),
);

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
  ...Object.fromEntries(PERSONAL_FIELDS.map(({ field, empty }) => [field, empty])),
  ...(sourceKeys.has(lead.source) && { source: lead.source }),
});

/** Returns a lead as the API and its events show it. */
export const leadResource = (lead: Lead, settings: FirmSettings): LeadResource => ({
  id: lead.id,
  ...textsByName(({ attribute }) => lead[attribute]),
  status: stageStatus(settings, lead.stage),
  assignee_id: lead.assigneeId,
  archived: lead.archived,
  created_at: createdAt(lead.id),
  last_activity_at: lead.lastActivityAt,
  data: { ...lead.data },
  ...(lead.mergedInto !== undefined && { merged_into: lead.mergedInto }),
});
