import { isUuid } from "../runtime/record-id.ts";
import type { Consultation, ConsultationStatus } from "./consultation.rules.ts";

/** Filters of a list of consultations; undefined means no filter. */
export type ConsultationFilters = {
  readonly archived: boolean;
  readonly attorneyId?: string;
  readonly leadId?: string;
  readonly status?: ConsultationStatus;
  /** ISO-8601 UTC instants: starts at or after `from`, before `to`. */
  readonly from?: string;
  readonly to?: string;
};

type ConsultationQuery = {
  readonly attorney?: string;
  readonly lead?: string;
  readonly status?: ConsultationStatus;
  readonly archived?: string;
  readonly from?: string;
  readonly to?: string;
};

/** Returns the filters in a query string, without blank ones; null when nothing can match. */
export const consultationFilters = (query: ConsultationQuery): ConsultationFilters | null => {
  const attorneyId = query.attorney?.trim().toLowerCase() || undefined;
  const leadId = query.lead?.trim().toLowerCase() || undefined;
  if ([attorneyId, leadId].some((id) => id !== undefined && !isUuid(id))) return null;
  const archived = query.archived?.trim() === "true";
  return { archived, attorneyId, leadId, status: query.status, from: query.from, to: query.to };
};

export const matchesConsultation = (
  consultation: Consultation,
  { archived, attorneyId, leadId, status, from, to }: ConsultationFilters,
): boolean => {
  const conditions = [
    [consultation.archived, archived],
    [consultation.attorneyId, attorneyId],
    [consultation.leadId, leadId],
    [consultation.status, status],
  ];
  if (conditions.some(([actual, expected]) => expected !== undefined && actual !== expected)) return false;
  // Instants of the same format sort as text.
  const { startAt } = consultation;
  return (from === undefined || startAt >= from) && (to === undefined || startAt < to);
};
