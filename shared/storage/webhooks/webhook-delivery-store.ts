import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { WebhookDelivery, WebhookDeliveryState } from "../../domain/webhooks/webhook-delivery.ts";
import { conditionalUpdate, setFields } from "../dynamodb/conditional-update.ts";
import type { Item } from "../dynamodb/item.ts";
import { listNewestFirst, type Page, type PageRange } from "../dynamodb/list-newest-first.ts";
import { nullIfMissing, type RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { WEBHOOK_DELIVERY_PREFIX, webhookDeliveryKey, webhookDeliveryPartition } from "../record-keys.ts";

const RETENTION_SECONDS = 30 * 24 * 3_600;

const deliveryItem = lazy(() =>
  z.object({
    id: z.string(),
    webhookId: z.string(),
    type: z.string(),
    body: z.string(),
    state: z.enum(["pending", "delivered", "failed", "skipped"]),
    round: z.number(),
    attemptCount: z.number(),
    attempts: z.array(
      z.object({
        at: z.string(),
        status: z.nullable(z.number()),
        durationMilliseconds: z.number(),
        error: z.nullable(z.string()),
      }),
    ),
    nextAttemptMilliseconds: z.number(),
  }),
);

const parseDelivery = (item: Item): WebhookDelivery => deliveryItem().parse(item);

/** The delivery of an event to an endpoint of this firm, or null. */
export const webhookDeliveryRecord = (
  firm: FirmId,
  webhookId: string,
  eventId: string,
): RecordRef<WebhookDelivery | null> => ({
  key: webhookDeliveryKey(firm, webhookId, eventId),
  parse: nullIfMissing(parseDelivery),
});

/** The result of an attempt, or the start of a new round of attempts. */
type Progress = { readonly state: WebhookDeliveryState } & Partial<
  Pick<WebhookDelivery, "round" | "attemptCount" | "attempts" | "nextAttemptMilliseconds">
>;

export const webhookDeliveryStore = (table: Table) => ({
  /**
   * Stores a delivery for 30 days.
   * @returns the delivery, or the one stored before: an event may arrive more than once
   */
  putIfAbsent: async (
    firm: FirmId,
    delivery: WebhookDelivery,
    nowMilliseconds: number,
  ): Promise<WebhookDelivery> => {
    try {
      await table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: {
            ...webhookDeliveryKey(firm, delivery.webhookId, delivery.id),
            ...delivery,
            expiresAtEpochSeconds: Math.floor(nowMilliseconds / 1_000) + RETENTION_SECONDS,
          },
          ConditionExpression: "attribute_not_exists(pk)",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      return delivery;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException) || !error.Item) throw error;
      return parseDelivery(unmarshall(error.Item));
    }
  },

  /**
   * Records the result of an attempt, or starts a new round, unless either happened since the delivery was read.
   * @returns the changed delivery, or null
   */
  recordProgress: async (
    firm: FirmId,
    { webhookId, id, round, attemptCount }: WebhookDelivery,
    progress: Progress,
  ): Promise<WebhookDelivery | null> => {
    const { result, item } = await conditionalUpdate(table, webhookDeliveryKey(firm, webhookId, id), {
      set: setFields(progress),
      when: { round, attemptCount },
    });
    return result === "done" ? parseDelivery(item) : null;
  },

  list: (firm: FirmId, webhookId: string, range: PageRange): Promise<Page<WebhookDelivery>> =>
    listNewestFirst(
      table,
      {
        partition: { pk: webhookDeliveryPartition(firm, webhookId) },
        sortPrefix: WEBHOOK_DELIVERY_PREFIX,
        consistent: true,
        parse: parseDelivery,
      },
      range,
    ),
});
