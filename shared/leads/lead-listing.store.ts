import type { FirmId } from "../table/firm-id.ts";
import {
  EMPTY_PAGE,
  type IndexChoice,
  listingOf,
  listNewestFirst,
  type Page,
  type PageRange,
} from "../table/list-newest-first.ts";
import { leadPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { unionOfPages } from "../table/union-of-pages.ts";
import type { Gate } from "./clearance.rules.ts";
import type { Lead } from "./lead.rules.ts";
import { parseLead } from "./lead.store.ts";
import { attentionsWith } from "./lead-due.rules.ts";
import { idRange, type LeadFilters, leadMatcher } from "./lead-filters.rules.ts";

/** Reads pages of the leads that match; null matches none. A filter by state needs the gate. */
export const leadPage =
  (firm: FirmId, filters: LeadFilters | null, gate?: Gate) =>
  async (table: Table, range: PageRange): Promise<Page<Lead>> => {
    if (filters === null) return EMPTY_PAGE;
    const matches = leadMatcher(filters, gate);
    const { from, to = null } = idRange(filters);
    const within = { ...range, afterId: range.afterId ?? to };
    const pages = chooseIndexes(filters).map(({ indexName, partition }) =>
      listNewestFirst(
        table,
        {
          indexName,
          partition: { pk: leadPartition(firm), listing: listingOf(filters.archived), ...partition },
          parse: parseLead,
          matches,
          ...(from && { from }),
        },
        within,
      ),
    );
    return unionOfPages(await Promise.all(pages), range.limit);
  };

/** Returns the narrowest index for the filters, or partitions of it. The other filters apply after reading. */
const chooseIndexes = ({ due, awaiting, assigneeId, stage }: LeadFilters): IndexChoice[] => {
  const attentions = attentionsWith({ due, awaiting });
  if (attentions.length > 0)
    return attentions.map((attention) => ({ indexName: "byAttention", partition: { attention } }));
  if (assigneeId) return [{ indexName: "byAssignee", partition: { assigneeId } }];
  if (stage) return [{ indexName: "byStage", partition: { stage } }];
  return [{ indexName: "byListing", partition: {} }];
};
