import type { FirmId } from "../table/firm-id.ts";
import { listNewestFirst, type Page, type PageRange } from "../table/list-newest-first.ts";
import { leadPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import type { Lead } from "./lead.rules.ts";
import { parseLead } from "./lead.store.ts";

/** As leads store them; an empty one finds nothing. */
export type LeadContact = Pick<Lead, "email" | "phone">;

/**
 * Reads pages of the leads with the email or the phone, archived ones included. No index has them: this reads all leads
 * of the firm, at most 4,000 for a page.
 */
export const leadsByContactPage =
  (firm: FirmId, { email, phone }: LeadContact) =>
  (table: Table, range: PageRange): Promise<Page<Lead>> =>
    listNewestFirst(
      table,
      {
        partition: { pk: leadPartition(firm) },
        consistent: true,
        parse: parseLead,
        matches: (lead) => (email !== "" && lead.email === email) || (phone !== "" && lead.phone === phone),
      },
      range,
    );
