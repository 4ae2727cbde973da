import { BatchWriteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as listDeliveries } from "../../functions/sources/list-inbound-deliveries.ts";
import { handler as replayDelivery } from "../../functions/sources/replay-inbound-delivery.ts";
import type { FirmId } from "../../shared/domain/firm/firm-id.ts";
import type { Item } from "../../shared/storage/dynamodb/item.ts";
import type { Table } from "../../shared/storage/dynamodb/table.ts";
import { leadPartition, sourcePartition } from "../../shared/storage/record-keys.ts";
import { type Answer, call } from "./http-call.ts";

/** What a source sends by default names, and the lead that it makes. */
export const GRACE = {
  externalId: "42",
  firstName: "Grace",
  lastName: "Hopper",
  email: "grace@example.com",
  phone: "212 555 0123",
  case_type: "family",
};

export const deliver = (secret: string, body: unknown = GRACE, headers?: Record<string, string>) =>
  call(createLead, { key: secret, body, headers });

export const deliveriesOf = async (
  by: string,
  sourceId: string,
  query: Record<string, string> = {},
): Promise<Answer["body"][]> =>
  (await call(listDeliveries, { key: by, params: { id: sourceId }, query })).body.data;

export const replay = (by: string, id: string, deliveryId: string) =>
  call(replayDelivery, { key: by, params: { id, deliveryId } });

const itemsOf = async (table: Table, pk: string): Promise<Item[]> => {
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

export const leadsOf = (table: Table, firm: FirmId) => itemsOf(table, leadPartition(firm));

/** Deliveries and what leads are found again by. */
export const sourceItems = (table: Table, firm: FirmId, sourceId: string) =>
  itemsOf(table, sourcePartition(firm, sourceId));

/** Deliveries as they stand in the table, too many to be delivered. */
export const putItems = async ({ client, name }: Table, items: readonly Item[]): Promise<void> => {
  for (let start = 0; start < items.length; start += 25) {
    const requests = items.slice(start, start + 25).map((item) => ({ PutRequest: { Item: item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: requests } }));
  }
};
