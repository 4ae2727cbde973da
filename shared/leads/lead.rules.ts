import { isDeepStrictEqual } from "node:util";
import type { Erasure } from "../api/change.ts";
import { createdAt } from "../runtime/record-id.ts";
import { AppError, notFound, requireFound } from "../schema/app-error.ts";
import type { CustomData } from "../settings/custom-data.rules.ts";
import { type FirmSettings, stageStatus } from "../settings/firm.rules.ts";
import type { LeadResource } from "./lead.contract.ts";
import { LEAD_EVENT_TYPES, type LeadEventType } from "./lead-events.contract.ts";
import { LEAD_TEXTS, type LeadChanges, type LeadTexts, textsByName } from "./lead-fields.contract.ts";

export type Lead = LeadTexts & {
  /** UUIDv7; its time part is the lead's creation. */
  readonly id: string;
  /** Key of the firm's stage; responses and events look up its name. */
  readonly stage: string;
  readonly assigneeId: string | null;
  readonly archived: boolean;
  /** ISO-8601 UTC instant. */
  readonly lastActivityAt: string;
  readonly data: CustomData;
  /** Number of the stored state, from 1; events carry it as `sequence`. */
  readonly revision: number;
  /** Absent unless the operator erased the lead's personal data; then nothing writes any again. */
  readonly erasure?: Erasure | undefined;
  /** The id of the lead that this one was merged into, which is never merged itself; absent unless merged. */
  readonly mergedInto?: string | undefined;
  /** The ids of all leads that were merged into this one; absent when there are none. */
  readonly mergedLeadIds?: readonly string[] | undefined;
};

type FieldTraits = {
  /** Its name in a PATCH, and where the API shows it. */
  readonly inputName: keyof LeadChanges & keyof LeadResource;
  /** What its change emits. */
  readonly event: LeadEventType;
  /** Whether an erasure empties it. */
  readonly isPersonal: boolean;
};

type ServiceField =
  | "id"
  | "archived"
  | "lastActivityAt"
  | "revision"
  | "erasure"
  | "mergedInto"
  | "mergedLeadIds";

/** The fields that a PATCH can change, but for texts. Archiving changes `archived`; the service sets the rest. */
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

/** What an erasure empties, under the names in a lead and in the API. */
export const PERSONAL_FIELDS = CHANGEABLE_FIELDS.filter(({ isPersonal }) => isPersonal).map(
  ({ field, inputName }) => ({ field, inputName, empty: field === "data" ? {} : "" }),
);

/**
 * Refuses a write to a lead that was merged: the lead that it was merged into takes its place. A rule, so judged after the
 * body and the query.
 * @throws AppError `lead_merged`
 */
export const requireUnmerged = ({ mergedInto }: Pick<Lead, "mergedInto">): void => {
  if (mergedInto === undefined) return;
  throw new AppError("lead_merged", `The lead was merged into lead ${mergedInto}, which takes its place.`, {
    details: [{ field: "merged_into", message: mergedInto }],
  });
};

/**
 * Returns a lead that exists and whose personal data were not erased. A merged lead is returned erased, too: what refuses
 * its writes names the lead that takes its place.
 * @throws AppError `not_found`
 */
export const requireUnerasedLead = (lead: Lead | null): Lead => {
  const existing = requireFound("lead", lead);
  if (existing.erasure !== undefined && existing.mergedInto === undefined)
    throw notFound("lead, or its personal data were erased");
  return existing;
};

/** The lead without personal data. Its source stays if it is the key of one of the firm's sources, not a caller's text. */
export const withoutPersonalData = (lead: Lead, sourceKeys: ReadonlySet<string>): Lead => ({
  ...lead,
  ...Object.fromEntries(PERSONAL_FIELDS.map(({ field, empty }) => [field, empty])),
  ...(sourceKeys.has(lead.source) && { source: lead.source }),
});

/** The id of the lead that a stored change has merged into this one, if it did. Its own merged leads follow it. */
export const mergedFrom = (before: Lead | null, after: Lead): string | undefined =>
  after.mergedLeadIds?.[before?.mergedLeadIds?.length ?? 0];

/** The events of one stored change; none if it changed nothing that the API shows. A merge tells all that it changed. */
export const leadEventTypes = (before: Lead | null, after: Lead): LeadEventType[] => {
  if (before === null) return ["lead.created"];
  if (mergedFrom(before, after) !== undefined) return ["lead.merged"];
  const types = new Set<LeadEventType>();
  if (before.archived !== after.archived) types.add(after.archived ? "lead.archived" : "lead.updated");
  for (const { field, event } of CHANGEABLE_FIELDS) {
    if (!isDeepStrictEqual(before[field], after[field])) types.add(event);
  }
  return LEAD_EVENT_TYPES.filter((type) => types.has(type));
};

/** A lead as the API and its events show it. */
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
