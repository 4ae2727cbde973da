import type { FirmId } from "../table/firm-id.ts";
import {
  EMPTY_PAGE,
  type IndexChoice,
  listNewestFirst,
  type Page,
  type PageRange,
} from "../table/list-newest-first.ts";
import { listingOf } from "../table/listing.ts";
import { consultationPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import type { Consultation } from "./consultation.rules.ts";
import { type ConsultationFilters, matchesConsultation } from "./consultation-filters.rules.ts";
import { parseConsultation } from "./consultation-item.store.ts";

/** Reads pages of the consultations that match; null matches none. */
export const consultationPage =
  (firm: FirmId, filters: ConsultationFilters | null) =>
  async (table: Table, range: PageRange): Promise<Page<Consultation>> => {
    if (filters === null) return EMPTY_PAGE;
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
