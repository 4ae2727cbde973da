import { CONSULTATION_STATUS_NAMES } from "../../contract/consultations.ts";
import { isUuid } from "../record-id.ts";
import type { Consultation } from "./consultation.ts";
import type { ConsultationStatus } from "./consultation-status.ts";

/** What a list of consultations is narrowed by; undefined leaves a property out of account. */
export type ConsultationFilters = {
  readonly attorneyId?: string;
  readonly leadId?: string;
  readonly status?: ConsultationStatus;
  /** ISO-8601 UTC instants: starts from the first on, before the second. */
  readonly from?: string;
  readonly to?: string;
};

type ConsultationQuery = {
  readonly attorney?: string;
  readonly lead?: string;
  readonly status?: string;
  readonly archived?: string;
  readonly from?: string;
  readonly to?: string;
};

/** The filters that a query string names, a blank one being none; null when nothing can match them. */
export const consultationFilters = (query: ConsultationQuery): ConsultationFilters | null => {
  const attorneyId = query.attorney?.trim().toLowerCase() || undefined;
  const leadId = query.lead?.trim().toLowerCase() || undefined;
  const statusName = query.status?.trim() || undefined;
  const status = CONSULTATION_STATUS_NAMES.find((name) => name === statusName);
  if ([attorneyId, leadId].some((id) => id !== undefined && !isUuid(id))) return null;
  if (status !== statusName) return null;
  // nothing archives a consultation
  if (query.archived === "true") return null;
  return { attorneyId, leadId, status, from: query.from, to: query.to };
};

export const matchesConsultation = (
  consultation: Consultation,
  { attorneyId, leadId, status, from, to }: ConsultationFilters,
): boolean => {
  const wanted = [
    [consultation.attorneyId, attorneyId],
    [consultation.leadId, leadId],
    [consultation.status, status],
  ];
  if (wanted.some(([actual, value]) => value !== undefined && actual !== value)) return false;
  // Instants of one form sort as texts do.
  const { startAt } = consultation;
  return (from === undefined || startAt >= from) && (to === undefined || startAt < to);
};
