import type { Consultation } from "../../domain/consultations/consultation.ts";
import {
  type ConsultationFilters,
  matchesConsultation,
} from "../../domain/consultations/consultation-filters.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import {
  type IndexChoice,
  listNewestFirst,
  type Page,
  type PageRange,
} from "../dynamodb/list-newest-first.ts";
import type { Table } from "../dynamodb/table.ts";
import { listingOf } from "../listing.ts";
import { consultationPartition } from "../record-keys.ts";
import { parseConsultation } from "./consultation-item.ts";

export const listConsultations = (
  table: Table,
  firm: FirmId,
  filters: ConsultationFilters,
  range: PageRange,
): Promise<Page<Consultation>> => {
  const { indexName, partition } = chooseIndex(filters);
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

/** A lead has fewer consultations than an attorney, so its index comes first. */
const chooseIndex = ({ archived, leadId, attorneyId }: ConsultationFilters): IndexChoice => {
  if (archived) return { indexName: "byListing", partition: { listing: listingOf(archived) } };
  if (leadId) return { indexName: "byLead", partition: { leadId } };
  if (attorneyId) return { indexName: "byActiveOfAttorney", partition: { attorneyId } };
  return { indexName: "byActive", partition: {} };
};
