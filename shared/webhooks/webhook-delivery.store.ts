import * as z from "zod/mini";
import { eventExpiry, isEventRetained } from "../events/event-item.store.ts";
import { lazy } from "../schema/zod.ts";
import { putNew, type Write } from "../table/commit.ts";
import { dueAttributes, dueMilliseconds } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listNewestFirst, type Page, type PageRange } from "../table/list-newest-first.ts";
import { type IdRange, listOldestFirst } from "../table/list-oldest-first.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import type { OnFault } from "../table/record-fault.ts";
import {
  type Item,
  WEBHOOK_DELIVERY_PREFIX,
  webhookDeliveryKey,
  webhookDeliveryPartition,
} from "../table/record-keys.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import type { WebhookDelivery } from "./webhook-delivery.rules.ts";

/** The value of `listing` of a delivery that waits for its endpoint. That index has only these. */
export const WAITING = "waiting";

const deliveryItem = lazy(() =>
  z.object({
    id: z.string(),
    webhookId: z.string(),
    type: z.string(),
    body: z.optional(z.string()),
    requestId: z.optional(z.string()),
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
    dueAt: z.optional(z.string()),
    listing: z.optional(z.string()),
  }),
);

export const parseDelivery = (item: Item): WebhookDelivery => {
  const { listing, dueAt, ...fields } = deliveryItem().parse(item);
  return {
    ...fields,
    dueAtMilliseconds: dueAt === undefined ? 0 : dueMilliseconds({ dueAt }),
    isWaiting: listing === WAITING,
  };
};

/** Returns the item. A pending delivery is in the index of due items, so that the sweep claims it if its message is lost. */
export const deliveryToItem = (
  firm: FirmId,
  { isWaiting: _, dueAtMilliseconds, ...delivery }: WebhookDelivery,
): Item => ({
  ...webhookDeliveryKey(firm, delivery.webhookId, delivery.id),
  ...delivery,
  ...(delivery.state === "pending" && dueAttributes(delivery.id, dueAtMilliseconds)),
  expiresAtEpochSeconds: eventExpiry(delivery.id),
});

/** Reads the delivery of an event to an endpoint of this firm, or null. */
export const webhookDeliveryRecord = (
  firm: FirmId,
  webhookId: string,
  eventId: string,
): RecordRef<WebhookDelivery | null> => ({
  key: webhookDeliveryKey(firm, webhookId, eventId),
  parse: nullIfMissing(parseDelivery),
});

/** Reads pages of an endpoint's deliveries, newest first. Omits those of expired events, which may await their deletion. */
export const webhookDeliveryPage =
  (
    firm: FirmId,
    { webhookId, nowMilliseconds }: { readonly webhookId: string; readonly nowMilliseconds: number },
  ) =>
  (table: Table, range: PageRange): Promise<Page<WebhookDelivery>> =>
    listNewestFirst(
      table,
      {
        partition: { pk: webhookDeliveryPartition(firm, webhookId) },
        sortPrefix: WEBHOOK_DELIVERY_PREFIX,
        consistent: true,
        parse: parseDelivery,
        matches: (delivery) => isEventRetained(delivery, nowMilliseconds),
      },
      range,
    );

/** Writes a delivery of a new event. */
export const putDelivery = (firm: FirmId, delivery: WebhookDelivery): Write => ({
  New: deliveryToItem(firm, delivery),
});

/** Writes a delivery unless another run has written it. */
export const putMissingDelivery = (firm: FirmId, delivery: WebhookDelivery): Write => ({
  Put: { Item: deliveryToItem(firm, delivery), ConditionExpression: "attribute_not_exists(pk)" },
});

/**
 * Stores a delivery.
 * @returns the one that is stored already, since an event may arrive more than once, or the given one
 */
export const storeDeliveryOnce = async (
  table: Table,
  firm: FirmId,
  delivery: WebhookDelivery,
): Promise<WebhookDelivery> => {
  const stored = await retryReads(() => putNew(table, deliveryToItem(firm, delivery)));
  return stored === null ? delivery : parseDelivery(stored);
};

type DeliveriesQuery = {
  readonly webhookId: string;
  /** Receives the deliveries that cannot be read. Without it, the first one is an error. */
  readonly onFault?: OnFault;
};

/** Reads a section of an endpoint's deliveries by the ids of their events, oldest first. */
export const deliverySection = (
  table: Table,
  firm: FirmId,
  { webhookId, onFault }: DeliveriesQuery,
  range: IdRange,
): Promise<Page<WebhookDelivery>> =>
  listOldestFirst(
    table,
    {
      partition: { pk: webhookDeliveryPartition(firm, webhookId) },
      sortPrefix: WEBHOOK_DELIVERY_PREFIX,
      consistent: true,
      parse: parseDelivery,
      onFault,
    },
    range,
  );
