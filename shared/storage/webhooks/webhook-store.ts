import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { ALL_EVENTS, EVENT_TYPES } from "../../contract/event-types.ts";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Webhook } from "../../domain/webhooks/webhook.ts";
import { deleteVersion } from "../dynamodb/conditional-delete.ts";
import { conditionalUpdate, setFields } from "../dynamodb/conditional-update.ts";
import type { Item } from "../dynamodb/item.ts";
import type { Page, PageRange } from "../dynamodb/list-newest-first.ts";
import { putNew } from "../dynamodb/put-new.ts";
import { nullIfMissing, type RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { settingsPartition, WEBHOOK_PREFIX, webhookKey } from "../record-keys.ts";
import { changeDocument, listDocuments } from "../settings-document.ts";
import { DUE_ATTRIBUTES, dueAttributes } from "./due-index.ts";

const webhookItem = lazy(() =>
  z.object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum([ALL_EVENTS, ...EVENT_TYPES])),
    description: z.string(),
    // Endpoints stored before this field have none.
    headers: z._default(z.record(z.string(), z.string()), {}),
    enabled: z.boolean(),
    disabledReason: z.nullable(z.string()),
    failingSinceMilliseconds: z.number(),
    failureCount: z.number(),
    retryAtMilliseconds: z.number(),
    tryingEventId: z.nullable(z.string()),
    circuitClosedAtMilliseconds: z.number(),
    checkAtMilliseconds: z.number(),
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
    changeDocument(
      table,
      { key: webhookKey(firm, id), parse: parseWebhook },
      { ...fields, ...(fields.checkAtMilliseconds && dueAttributes(id, fields.checkAtMilliseconds)) },
      when,
    ),

  /**
   * Changes the endpoint's health, unless it has changed since it was read. Not a change of its settings, so `version`
   * stays.
   * @returns the endpoint as it is stored now; null when it is gone
   */
  changeHealth: async (
    firm: FirmId,
    { id, url, failureCount, retryAtMilliseconds, checkAtMilliseconds }: Webhook,
    change: Partial<Webhook>,
  ): Promise<{ readonly isChanged: boolean; readonly stored: Webhook | null }> => {
    const { result, item } = await conditionalUpdate(table, webhookKey(firm, id), {
      ...healthUpdate(id, change),
      when: { url, failureCount, retryAtMilliseconds, checkAtMilliseconds },
    });
    return { isChanged: result === "done", stored: nullIfMissing(parseWebhook)(item) };
  },

  /** Makes the sweep look after the deliveries that wait for an endpoint, from its next try on. */
  watch: async (firm: FirmId, { id, retryAtMilliseconds, checkAtMilliseconds }: Webhook): Promise<void> => {
    if (checkAtMilliseconds !== 0) return;
    await conditionalUpdate(table, webhookKey(firm, id), {
      ...healthUpdate(id, { checkAtMilliseconds: retryAtMilliseconds }),
      when: { checkAtMilliseconds: 0 },
    });
  },

  /** @returns `conflict` when the endpoint is gone or has another version */
  delete: async (firm: FirmId, { id, version }: Webhook): Promise<"done" | "conflict"> => {
    const result = await deleteVersion(table, webhookKey(firm, id), version);
    return result === "done" ? "done" : "conflict";
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

/** The time of the next check is also the endpoint's place in the index of what is due. */
const healthUpdate = (id: string, change: Partial<Webhook>) => {
  const { checkAtMilliseconds: checkAt } = change;
  if (checkAt === undefined) return { set: setFields(change) };
  return checkAt === 0
    ? { set: setFields(change), removed: DUE_ATTRIBUTES }
    : { set: setFields({ ...change, ...dueAttributes(id, checkAt) }) };
};
