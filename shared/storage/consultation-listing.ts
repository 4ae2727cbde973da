import type { Consultation } from "../domain/consultation.ts";
import { type ConsultationFilters, matchesConsultation } from "../domain/consultation-filters.ts";
import type { FirmId } from "../domain/firm-id.ts";
import { parseConsultation } from "./consultation-item.ts";
import { consultationPartition } from "./keys.ts";
import { listNewestFirst, type Narrowed, type Page, type PageRange } from "./newest-first.ts";
import type { Table } from "./table.ts";

export const listConsultations = (
  table: Table,
  firm: FirmId,
  filters: ConsultationFilters,
  range: PageRange,
): Promise<Page<Consultation>> => {
  const { indexName, partition } = narrowest(filters);
  return listNewestFirst(
    table,
    {
      indexName,
      partition: { pk: consultationPartition(firm), ...partition },
      parse: parseConsultation,
      matches: (consultation) => matchesConsultation(consultation, filters),
    },
    range,
  );
};

/** A lead has few consultations, an attorney many; without either, the records themselves are in order. */
const narrowest = ({ leadId, attorneyId }: ConsultationFilters): Narrowed => {
  if (leadId) return { indexName: "byLead", partition: { leadId } };
  if (attorneyId) return { indexName: "byAttorney", partition: { attorneyId } };
  return { partition: {} };
};
