import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import { eventExpiry } from "../events/event-item.store.ts";
import { dueAttributes, dueMilliseconds } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import { webhookDeliveryKey } from "../table/record-keys.ts";
import type { WebhookDelivery } from "./webhook-delivery.rules.ts";

/** The value of `listing` of a delivery that waits for its endpoint: only those are in that index. */
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

/** A pending delivery is in the index of what is due, so that the sweep claims it should its message be lost. */
export const deliveryToItem = (
  firm: FirmId,
  { isWaiting: _, dueAtMilliseconds, ...delivery }: WebhookDelivery,
): Item => ({
  ...webhookDeliveryKey(firm, delivery.webhookId, delivery.id),
  ...delivery,
  ...(delivery.state === "pending" && dueAttributes(delivery.id, dueAtMilliseconds)),
  expiresAtEpochSeconds: eventExpiry(delivery.id),
});
