import type { FirmId } from "../table/firm-id.ts";
import {
  type IndexChoice,
  listNewestFirst,
  type Page,
  type PageRange,
  unionOfPages,
} from "../table/list-newest-first.ts";
import type { QueryRef } from "../table/read-records.ts";
import { leadPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import type { Lead } from "./lead.rules.ts";
import { parseLead } from "./lead.store.ts";
import type { LeadContact } from "./leads-by-contact.rules.ts";

/** Reads pages of the leads with the email or the phone that match, archived and merged ones included. */
export const leadsByContactPage =
  (firm: FirmId, { email, phone }: LeadContact, matches: (lead: Lead) => boolean = () => true) =>
  async (table: Table, range: PageRange): Promise<Page<Lead>> => {
    const pk = leadPartition(firm);
    const lists: IndexChoice[] = [
      ...(email ? [{ indexName: "byEmail", partition: { pk, leadEmail: email } }] : []),
      ...(phone ? [{ indexName: "byPhone", partition: { pk, leadPhone: phone } }] : []),
    ];
    const pages = lists.map((list) => listNewestFirst(table, { ...list, parse: parseLead, matches }, range));
    return unionOfPages(await Promise.all(pages), range.limit);
  };

const DUPLICATES_MAXIMUM = 20;

/** The newest leads with the email or the phone, but for the lead itself and those that were merged. */
export const duplicatesOf = (
  firm: FirmId,
  { id, mergedLeadIds = [] }: Pick<Lead, "id" | "mergedLeadIds">,
  contact: LeadContact,
): QueryRef<readonly Lead[]> => ({
  query: async (table) => {
    // An index may not show yet that a lead was merged into this one.
    const known = new Set([id, ...mergedLeadIds]);
    const isOther = (lead: Lead) => lead.mergedInto === undefined && !known.has(lead.id);
    const range = { limit: DUPLICATES_MAXIMUM, afterId: null };
    return (await leadsByContactPage(firm, contact, isOther)(table, range)).records;
  },
});
