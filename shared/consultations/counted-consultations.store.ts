import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { FirmId } from "../table/firm-id.ts";
import { partitionCondition } from "../table/list-newest-first.ts";
import type { QueryRef } from "../table/read-records.ts";
import { parseEach, reportFault } from "../table/record-fault.ts";
import { consultationPartition, type Item } from "../table/record-keys.ts";
import { ReadAgain } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { CONSULTATION_STATUSES, type Consultation } from "./consultation.rules.ts";
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
    const consultations = await queryIndexes(table, firm, leadId);
    if (consultations.length !== count) throw new ReadAgain();
    return consultations;
  },
});

/** Reads the ids of the open consultations of a lead, as fresh as lists are. Reports and omits one that cannot be read. */
export const openConsultationIds = (firm: FirmId, leadId: string): QueryRef<string[]> => ({
  query: async (table) => {
    const report = ({ sk }: Item, fault: unknown) =>
      reportFault({ walk: "events", recordId: String(sk) }, fault);
    const consultations = await queryIndexes(table, firm, leadId, report);
    return consultations.filter(({ status }) => CONSULTATION_STATUSES[status].isOpen).map(({ id }) => id);
  },
});

type OnItemFault = (item: Item, fault: unknown) => void;

const throwItemFault: OnItemFault = (_, fault) => {
  throw fault;
};

const queryIndexes = async (
  table: Table,
  firm: FirmId,
  leadId: string,
  onFault = throwItemFault,
): Promise<Consultation[]> => {
  const found = await Promise.all([
    queryIndex(table, firm, { indexName: "byLead", lead: { leadId } }),
    queryIndex(table, firm, { indexName: "byArchivedLead", lead: { archivedLeadId: leadId } }),
  ]);
  // A recently archived consultation may be in both.
  return [
    ...new Map(parseEach(found.flat(), parseConsultation, onFault).map((each) => [each.id, each])).values(),
  ];
};

type Choice = { readonly indexName: string; readonly lead: Readonly<Record<string, string>> };

const queryIndex = async (table: Table, firm: FirmId, { indexName, lead }: Choice): Promise<Item[]> => {
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
  const items: Item[] = [];
  for await (const { Items = [] } of pages) items.push(...Items);
  return items;
};
