import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { ALL_EVENTS, EVENT_TYPES } from "../../contract/event-types.ts";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Webhook } from "../../domain/webhooks/webhook.ts";
import { conditionalUpdate } from "../dynamodb/conditional-update.ts";
import type { Item } from "../dynamodb/item.ts";
import type { Page, PageRange } from "../dynamodb/list-newest-first.ts";
import { putNew } from "../dynamodb/put-new.ts";
import { nullIfMissing, type RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { settingsPartition, WEBHOOK_PREFIX, webhookKey } from "../record-keys.ts";
import { changeDocument, listDocuments } from "../settings-document.ts";

const webhookItem = lazy(() =>
  z.object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum([ALL_EVENTS, ...EVENT_TYPES])),
    description: z.string(),
    enabled: z.boolean(),
    disabledReason: z.nullable(z.string()),
    failingSinceMilliseconds: z.number(),
    secret: z.string(),
    previousSecrets: z._default(z.array(z.object({ secret: z.string(), untilMilliseconds: z.number() })), []),
    version: z.number(),
  }),
);

const parseWebhook = (item: Item): Webhook => webhookItem().parse(item);

/** A webhook endpoint of this firm, or null. */
export const webhookRecord = (firm: FirmId, id: string): RecordRef<Webhook | null> => ({
  key: webhookKey(firm, id),
  parse: nullIfMissing(parseWebhook),
});

/** The values that a write requires the endpoint to have. */
type Condition = Partial<Pick<Webhook, "version" | "url" | "enabled" | "failingSinceMilliseconds">>;

export const webhookStore = (table: Table) => ({
  create: (firm: FirmId, webhook: Webhook): Promise<void> =>
    putNew(table, { TableName: table.name, Item: { ...webhookKey(firm, webhook.id), ...webhook } }),

  /**
   * Sets the given fields if the endpoint has the values that `when` requires.
   * @returns the changed endpoint, or `conflict` when it has other values or is gone
   */
  change: (
    firm: FirmId,
    id: string,
    fields: Partial<Webhook>,
    when: Condition,
  ): Promise<Webhook | "conflict"> =>
    changeDocument(table, { key: webhookKey(firm, id), parse: parseWebhook }, fields, when),

  /** Sets since when the endpoint fails, 0 when it does not. Not a change of its settings, so `version` stays. */
  setFailingSince: async (
    firm: FirmId,
    webhook: Webhook,
    failingSinceMilliseconds: number,
  ): Promise<void> => {
    const { url, failingSinceMilliseconds: previous } = webhook;
    await conditionalUpdate(table, webhookKey(firm, webhook.id), {
      set: [[["failingSinceMilliseconds"], failingSinceMilliseconds]],
      when: { url, failingSinceMilliseconds: previous },
    });
  },

  /** @returns `conflict` when the endpoint is gone or has another version */
  delete: async (firm: FirmId, { id, version }: Webhook): Promise<"done" | "conflict"> => {
    try {
      await table.client.send(
        new DeleteCommand({
          TableName: table.name,
          Key: webhookKey(firm, id),
          ConditionExpression: "version = :version",
          ExpressionAttributeValues: { ":version": version },
        }),
      );
      return "done";
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return "conflict";
      throw error;
    }
  },

  list: (firm: FirmId, range: PageRange): Promise<Page<Webhook>> =>
    listDocuments(table, firm, { sortPrefix: WEBHOOK_PREFIX, parse: parseWebhook }, range),

  /** Every endpoint of the firm, read consistently: a new endpoint receives the very next event. */
  all: async (firm: FirmId): Promise<Webhook[]> => {
    const webhooks: Webhook[] = [];
    let start: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await table.client.send(
        new QueryCommand({
          TableName: table.name,
          ConsistentRead: true,
          KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
          ExpressionAttributeValues: { ":pk": settingsPartition(firm), ":prefix": WEBHOOK_PREFIX },
          ExclusiveStartKey: start,
        }),
      );
      webhooks.push(...Items.map(parseWebhook));
      start = LastEvaluatedKey;
    } while (start);
    return webhooks;
  },
});
