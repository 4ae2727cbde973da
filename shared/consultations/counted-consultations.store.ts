import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { FirmId } from "../table/firm-id.ts";
import { partitionCondition } from "../table/list-newest-first.ts";
import type { QueryRef } from "../table/read-records.ts";
import { consultationPartition } from "../table/record-keys.ts";
import { ReadAgain } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import type { Consultation } from "./consultation.rules.ts";
import { parseConsultation } from "./consultation.store.ts";

type CountedLead = { readonly leadId: string; readonly count: number };

/**
 * Reads every consultation of a lead that has `count` of them, by the indexes. An index may show an outdated
 * consultation: its revision makes the write fail. Throws `ReadAgain` while they lag behind.
 */
export const countedConsultations = (
  firm: FirmId,
  { leadId, count }: CountedLead,
): QueryRef<Consultation[]> => ({
  query: async (table) => {
    if (count === 0) return [];
    const found = await Promise.all([
      queryIndex(table, firm, { indexName: "byLead", lead: { leadId } }),
      queryIndex(table, firm, { indexName: "byArchivedLead", lead: { archivedLeadId: leadId } }),
    ]);
    // A recently archived consultation may be in both.
    const consultations = new Map(found.flat().map((each) => [each.id, each]));
    if (consultations.size !== count) throw new ReadAgain();
    return [...consultations.values()];
  },
});

type Choice = { readonly indexName: string; readonly lead: Readonly<Record<string, string>> };

const queryIndex = async (
  table: Table,
  firm: FirmId,
  { indexName, lead }: Choice,
): Promise<Consultation[]> => {
  const { condition, names, values } = partitionCondition({ pk: consultationPartition(firm), ...lead });
  const pages = paginateQuery(
    { client: table.client },
    {
      TableName: table.name,
      IndexName: indexName,
      KeyConditionExpression: condition,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  );
  const consultations: Consultation[] = [];
  for await (const { Items = [] } of pages) consultations.push(...Items.map(parseConsultation));
  return consultations;
};
