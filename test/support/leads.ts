import { PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { leadToItem, parseLead } from "../../shared/leads/lead.store.ts";
import { leadFields, newLeadBody } from "../../shared/leads/lead-fields.contract.ts";
import { createdAt, newRecordId } from "../../shared/runtime/record-id.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { type Item, leadKey, leadPartition } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { changeAt } from "./changes.ts";
import { readItem } from "./read-item.ts";

/** The body of a valid create-lead request. */
export const ADA = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.com",
  source: "website",
};

/** The same body with all that it leaves to defaults. */
export const WHOLE_ADA = newLeadBody().parse(ADA);

/** What a response shows of a lead that nobody has contacted. */
export const UNTOUCHED = {
  ...{ first_contact_at: null, next_contact_at: null, respond_by: null },
  ...{ routing_rule: null, overdue_count: 0, conflict: null, parties: null },
};

export const newLead = ({ id = newRecordId(Date.now()), ...changes }: Partial<Lead> = {}): Lead => ({
  ...leadFields.initial,
  ...leadFields.newFields(WHOLE_ADA),
  data: {},
  id,
  stage: "new",
  capturedAt: createdAt(id),
  lastActivityAt: "2020-11-01T10:00:00.000Z",
  ...changes,
});

/** Stores a lead directly. Returns it as it is read. */
export const putLead = async (table: Table, firm: FirmId, changes: Partial<Lead> = {}): Promise<Lead> => {
  const lead = newLead(changes);
  const Item = leadToItem(firm, lead, changeAt(Date.now()));
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
  return parseLead(Item);
};

/** Reads a lead's item; undefined if there is none. */
export const readStoredLead = (table: Table, firm: FirmId, id: string) => readItem(table, leadKey(firm, id));

export const readPartition = async (table: Table, pk: string): Promise<Item[]> => {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      ConsistentRead: true,
    }),
  );
  return Items;
};

export const readLeads = (table: Table, firm: FirmId) => readPartition(table, leadPartition(firm));

export const countLeads = async (table: Table, firm: FirmId) => (await readLeads(table, firm)).length;
