import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { type LeadFilters, leadMatcher } from "../../domain/leads/lead-filters.ts";
import { type IndexChoice, listNewestFirst, type PageRange } from "../dynamodb/list-newest-first.ts";
import type { Table } from "../dynamodb/table.ts";
import { listingOf } from "../listing.ts";
import { leadPartition } from "../record-keys.ts";
import { parseLead } from "./lead-item.ts";

/** One page, newest first. The next page starts after `lastId`, which is null exactly on the last page. */
export type LeadPage = { readonly leads: readonly Lead[]; readonly lastId: string | null };

export const listLeads = async (
  table: Table,
  firm: FirmId,
  filters: LeadFilters,
  range: PageRange,
): Promise<LeadPage> => {
  const { indexName, partition } = chooseIndex(filters);
  const { records, lastId } = await listNewestFirst(
    table,
    {
      indexName,
      partition: { pk: leadPartition(firm), listing: listingOf(filters.archived), ...partition },
      parse: parseLead,
      matches: leadMatcher(filters),
    },
    range,
  );
  return { leads: records, lastId };
};

/** The narrowest index for the filters; the remaining filters apply after reading. */
const chooseIndex = ({ assigneeId, stage }: LeadFilters): IndexChoice => {
  if (assigneeId) return { indexName: "byAssignee", partition: { assigneeId } };
  if (stage) return { indexName: "byStage", partition: { stage } };
  return { indexName: "byListing", partition: {} };
};
