import * as z from "zod/mini";
import { erasureItem } from "../api/change.ts";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import {
  EMPTY_PAGE,
  type IndexChoice,
  listingOf,
  listNewestFirst,
  type Page,
  type PageRange,
} from "../table/list-newest-first.ts";
import type { OnFault } from "../table/record-fault.ts";
import { consultationPartition, type Item } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { walkRecords } from "../table/walk-items.ts";
import type { Consultation } from "./consultation.rules.ts";
import { parseConsultation } from "./consultation.store.ts";
import { CONSULTATION_STATUS_NAMES } from "./consultation-fields.contract.ts";
import { type ConsultationFilters, matchesConsultation } from "./consultation-filters.rules.ts";

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

/** Prefers the index by lead: a lead has fewer consultations than an attorney. */
const chooseIndex = ({ archived, leadId, attorneyId }: ConsultationFilters): IndexChoice => {
  if (archived && leadId) return { indexName: "byArchivedLead", partition: { archivedLeadId: leadId } };
  if (archived) return { indexName: "byListing", partition: { listing: listingOf(archived) } };
  if (leadId) return { indexName: "byLead", partition: { leadId } };
  if (attorneyId) return { indexName: "byActiveOfAttorney", partition: { attorneyId } };
  return { indexName: "byActive", partition: {} };
};

const itemOfLead = lazy(() =>
  z.object({
    sk: z.string(),
    leadId: z.optional(z.string()),
    archivedLeadId: z.optional(z.string()),
    attorneyId: z.string(),
    startAt: z.string(),
    status: z.enum(CONSULTATION_STATUS_NAMES),
    erasure: erasureItem(),
  }),
);

/** The parts of a consultation that an erasure needs. */
export type ConsultationOfLead = Pick<Consultation, "id" | "attorneyId" | "startAt" | "status" | "erasure">;

type LeadSearch = {
  readonly leadIds: readonly string[];
  /** Receives the consultations that cannot be read, which may belong to the leads. */
  readonly onFault: OnFault;
};

/**
 * Returns every consultation of the leads, archived ones too. Reads all of the firm, since no consistent index is by
 * lead.
 */
export const findConsultationsOfLeads = async (
  table: Table,
  firm: FirmId,
  { leadIds, onFault }: LeadSearch,
): Promise<ConsultationOfLead[]> => {
  const found: ConsultationOfLead[] = [];
  const partition = { pk: consultationPartition(firm), attributes: Object.keys(itemOfLead().shape) };
  const parse = (item: Item) => itemOfLead().parse(item);
  for await (const page of walkRecords(table, { ...partition, kind: "consultation", parse, onFault }))
    for (const { sk: id, leadId, archivedLeadId, ...consultation } of page)
      if (leadIds.includes(leadId ?? archivedLeadId ?? "")) found.push({ id, ...consultation });
  return found;
};
