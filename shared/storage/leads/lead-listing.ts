import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { type LeadFilters, leadMatcher } from "../../domain/leads/lead-filters.ts";
import {
  type IndexChoice,
  listNewestFirst,
  type Page,
  type PageRange,
} from "../dynamodb/list-newest-first.ts";
import type { Table } from "../dynamodb/table.ts";
import { listingOf } from "../listing.ts";
import { leadPartition } from "../record-keys.ts";
import { parseLead } from "./lead-item.ts";

export const listLeads = (
  table: Table,
  firm: FirmId,
  filters: LeadFilters,
  range: PageRange,
): Promise<Page<Lead>> => {
  const { indexName, partition } = chooseIndex(filters);
  return listNewestFirst(
    table,
    {
      indexName,
      partition: { pk: leadPartition(firm), listing: listingOf(filters.archived), ...partition },
      parse: parseLead,
      matches: leadMatcher(filters),
    },
    range,
  );
};

/** The narrowest index for the filters; the remaining filters apply after reading. */
const chooseIndex = ({ assigneeId, stage }: LeadFilters): IndexChoice => {
  if (assigneeId) return { indexName: "byAssignee", partition: { assigneeId } };
  if (stage) return { indexName: "byStage", partition: { stage } };
  return { indexName: "byListing", partition: {} };
};
