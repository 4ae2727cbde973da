import { leadOfConsultation } from "../consultations/consultation-lead.store.ts";
import { leadMergesRecord, readPersonLeadIds } from "../leads/lead-merges.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listNewestFirst, type Page, type PageRange } from "../table/list-newest-first.ts";
import { type IdRange, listOldestFirst } from "../table/list-oldest-first.ts";
import { NO_RECORD, type Values } from "../table/read-records.ts";
import type { OnFault } from "../table/record-fault.ts";
import { eventPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { unionOfPages } from "../table/union-of-pages.ts";
import type { EventResource } from "./event.contract.ts";
import type { EventFilters } from "./event-filters.rules.ts";
import { parseEventBody, parseLoggedEvent } from "./event-item.store.ts";
import { type ListedEvent, parseListedEvent } from "./event-log.store.ts";

/** The lead or the record that a list is about. */
type Subject = Pick<EventFilters, "leadId" | "recordId">;

/** The records that tell whose history a list shows. */
export const subjectRecords = (firm: FirmId, { leadId, recordId }: Subject) => {
  const id = leadId ?? recordId;
  return {
    lead: id === undefined ? NO_RECORD : leadMergesRecord(firm, id),
    leadOf: recordId === undefined ? NO_RECORD : leadOfConsultation(firm, recordId),
  };
};

/**
 * Returns the leads in whose histories all events of a lead or a record are; null for a record that has no lead. Those
 * of a consultation stay with the lead that it had, which may be merged by now.
 */
export const leadsOfHistory = async (
  table: Table,
  firm: FirmId,
  { leadId, recordId }: Subject,
  { lead, leadOf }: Values<ReturnType<typeof subjectRecords>>,
): Promise<readonly string[] | null> => {
  if (leadId !== undefined) return lead?.leadIds ?? [];
  if (lead !== null && recordId !== undefined) return [recordId];
  return leadOf === null ? null : readPersonLeadIds(table, firm, leadOf);
};

const historyOf = (firm: FirmId, leadId: string) => ({
  indexName: "byArchivedLead",
  partition: { pk: eventPartition(firm), archivedLeadId: leadId },
});

type Search = { readonly leadIds: readonly string[]; readonly matches: (listed: ListedEvent) => boolean };

/** Reads a page of the events of leads, newest first, however old. The index has an event a moment after the log. */
export const historyPage = async (
  table: Table,
  firm: FirmId,
  { leadIds, matches }: Search,
  range: PageRange,
): Promise<Page<ListedEvent>> => {
  const pages = leadIds.map((leadId) =>
    listNewestFirst(table, { ...historyOf(firm, leadId), parse: parseListedEvent, matches }, range),
  );
  return unionOfPages(await Promise.all(pages), range.limit);
};

type SectionSearch = { readonly leadId: string; readonly onFault: OnFault };

/** Reads a section of the events of a lead by their ids, oldest first. `onFault` receives those that cannot be read. */
export const historySection = (
  table: Table,
  firm: FirmId,
  { leadId, onFault }: SectionSearch,
  range: IdRange,
): Promise<Page<EventResource>> =>
  listOldestFirst(
    table,
    { ...historyOf(firm, leadId), parse: (item) => parseEventBody(parseLoggedEvent(item)), onFault },
    range,
  );
