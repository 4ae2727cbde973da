import type { FirmId } from "../table/firm-id.ts";
import {
  type IndexChoice,
  listNewestFirst,
  newestOf,
  type Page,
  type PageRange,
} from "../table/list-newest-first.ts";
import type { QueryRef } from "../table/read-records.ts";
import { reportFault, throwFault } from "../table/record-fault.ts";
import { leadPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { newestOfAll, unionOfPages } from "../table/union-of-pages.ts";
import type { Lead } from "./lead.rules.ts";
import { parseLead } from "./lead.store.ts";
import type { LeadContact } from "./leads-by-contact.rules.ts";

/** Returns the lists of leads with the email and with the phone, archived and merged ones included. */
const listsOf = (firm: FirmId, { email, phone }: LeadContact) => {
  const pk = leadPartition(firm);
  const lists: IndexChoice[] = [
    ...(email ? [{ indexName: "byEmail", partition: { pk, leadEmail: email } }] : []),
    ...(phone ? [{ indexName: "byPhone", partition: { pk, leadPhone: phone } }] : []),
  ];
  return lists.map((list) => ({ ...list, parse: parseLead }));
};

/** Reads pages of the leads with the email or the phone. `onFault` receives those that cannot be read. */
export const leadsByContactPage =
  (firm: FirmId, contact: LeadContact, onFault = throwFault) =>
  async (table: Table, range: PageRange): Promise<Page<Lead>> => {
    const pages = listsOf(firm, contact).map((list) => listNewestFirst(table, { ...list, onFault }, range));
    return unionOfPages(await Promise.all(pages), range.limit);
  };

const DUPLICATES_MAXIMUM = 20;

const reportUnread = (recordId: string, fault: unknown) =>
  reportFault({ walk: "duplicates", recordId }, fault);

/**
 * Reads the newest leads with the email or the phone, except the lead itself and merged ones. Reports and omits a lead
 * that cannot be read: it must not stop the events of others from being published.
 */
export const duplicatesOf = (
  firm: FirmId,
  { id, mergedLeadIds = [] }: Pick<Lead, "id" | "mergedLeadIds">,
  contact: LeadContact,
): QueryRef<readonly Lead[]> => ({
  query: async (table) => {
    // An index may not show yet that a lead was merged into this one.
    const known = new Set([id, ...mergedLeadIds]);
    const isOther = (lead: Lead) => lead.mergedInto === undefined && !known.has(lead.id);
    const newest = listsOf(firm, contact).map((list) =>
      newestOf(table, { ...list, matches: isOther, onFault: reportUnread }, DUPLICATES_MAXIMUM),
    );
    return newestOfAll(await Promise.all(newest)).slice(0, DUPLICATES_MAXIMUM);
  },
});
