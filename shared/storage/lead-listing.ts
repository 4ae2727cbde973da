import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { FirmId } from "../domain/firm-id.ts";
import type { Lead } from "../domain/lead.ts";
import { type LeadFilters, matchesLead } from "../domain/lead-filters.ts";
import { leadPartition } from "./keys.ts";
import { listingOf, parseLead } from "./lead-item.ts";
import type { Table } from "./table.ts";

/** One page, newest first; `lastId` is where the next one goes on, null exactly when there is none. */
export type LeadPage = { readonly leads: readonly Lead[]; readonly lastId: string | null };

type Range = { readonly limit: number; readonly afterId: string | null };

/** Leads examined by one request at the most: a rare filter gets a short page and a cursor, not a slow answer. */
const EXAMINED_MAXIMUM = 2_000;

export const listLeads = async (
  table: Table,
  firm: FirmId,
  filters: LeadFilters,
  { limit, afterId }: Range,
): Promise<LeadPage> => {
  const leads: Lead[] = [];
  let lastExamined = afterId;
  let examined = 0;
  // One more than the page shows that there is a next one. A filter that lets few through reads on in growing steps.
  for (
    let size = limit + 1;
    examined < EXAMINED_MAXIMUM;
    size = Math.min(size * 4, EXAMINED_MAXIMUM - examined)
  ) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...indexQuery(table, firm, filters, lastExamined), Limit: size }),
    );
    const read = Items.map(parseLead);
    leads.push(...read.filter((lead) => matchesLead(lead, filters)));
    if (leads.length > limit) return { leads: leads.slice(0, limit), lastId: leads[limit - 1]?.id ?? null };
    if (LastEvaluatedKey === undefined) return { leads, lastId: null };
    examined += read.length;
    lastExamined = read.at(-1)?.id ?? lastExamined;
  }
  return { leads, lastId: lastExamined };
};

/** The narrowest index for the filters; what it does not cover is filtered after reading. */
const indexQuery = (table: Table, firm: FirmId, filters: LeadFilters, afterId: string | null) => {
  const { indexName, attribute, value } = narrowest(filters);
  const conditions = ["pk = :pk", "listing = :listing"];
  if (attribute) conditions.push(`${attribute} = :value`);
  if (afterId) conditions.push("sk < :after");
  return {
    TableName: table.name,
    IndexName: indexName,
    KeyConditionExpression: conditions.join(" AND "),
    ExpressionAttributeValues: {
      ":pk": leadPartition(firm),
      ":listing": listingOf(filters.archived),
      ...(attribute && { ":value": value }),
      ...(afterId && { ":after": afterId }),
    },
    ScanIndexForward: false,
  };
};

const narrowest = ({ assigneeId, stage }: LeadFilters) => {
  if (assigneeId) return { indexName: "byAssignee", attribute: "assigneeId", value: assigneeId };
  if (stage) return { indexName: "byStage", attribute: "stage", value: stage };
  return { indexName: "byListing", attribute: null, value: null };
};
