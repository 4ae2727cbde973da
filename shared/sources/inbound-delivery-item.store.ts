import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { truncate } from "../api/schema/text.ts";
import { boundViolations } from "../api/schema/violations.ts";
import { createdAtMilliseconds } from "../runtime/record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import { INBOUND_DELIVERY_PREFIX, inboundDeliveryKey } from "../table/record-keys.ts";
import { INBOUND_DELIVERY_OUTCOMES, REJECTION_CODES } from "./inbound-delivery.contract.ts";
import type { DeliveryResult, InboundDelivery, Rejection } from "./inbound-delivery.rules.ts";

const deliveryItem = lazy(() =>
  z.object({
    sk: z.string(),
    body: z.instanceof(Uint8Array),
    bodyBytes: z.number(),
    // Deliveries stored before these fields have none of them.
    contentType: z._default(z.nullable(z.string()), null),
    userAgent: z._default(z.nullable(z.string()), null),
    signature: z._default(z.nullable(z.string()), null),
    origin: z._default(z.nullable(z.string()), null),
    replayOf: z.nullable(z.string()),
    outcome: z.enum(INBOUND_DELIVERY_OUTCOMES),
    /** Not named `leadId`, which would put each delivery in the index of consultations by lead. */
    lead: z.nullable(z.string()),
    externalId: z.nullable(z.string()),
    error: z.nullable(
      z.object({
        code: z.enum(REJECTION_CODES),
        message: z.string(),
        details: z.nullable(z.array(z.object({ field: z.string(), message: z.string() }))),
      }),
    ),
  }),
);

/** @throws ZodError when the item is not an inbound delivery */
export const parseInboundDelivery = (item: Item): InboundDelivery => {
  const { sk, lead, ...fields } = deliveryItem().parse(item);
  return { id: sk.slice(INBOUND_DELIVERY_PREFIX.length), leadId: lead, ...fields };
};

/** Only deliveries that became no lead are in the index: they are the ones that people look for. */
const LISTED_OUTCOMES = ["rejected", "ignored", "test"] as const;

export type ListedOutcome = (typeof LISTED_OUTCOMES)[number];

export const isListedByOutcome = (outcome: DeliveryResult["outcome"]) =>
  LISTED_OUTCOMES.some((each) => each === outcome);

export const inboundDeliveryToItem = (firm: FirmId, sourceId: string, delivery: InboundDelivery): Item => {
  const { id, leadId, error, ...fields } = delivery;
  return {
    ...inboundDeliveryKey(firm, sourceId, id),
    ...fields,
    lead: leadId,
    error: error && truncateRejection(error),
    ...(isListedByOutcome(fields.outcome) && { listing: fields.outcome }),
    expiresAtEpochSeconds: expiresAtEpochSeconds(id),
  };
};

/** Enforced on every read: DynamoDB deletes expired items up to days late. */
export const isWithinRetention = ({ id }: InboundDelivery, nowMilliseconds: number) =>
  expiresAtEpochSeconds(id) * 1000 > nowMilliseconds;

const expiresAtEpochSeconds = (id: string) =>
  Math.floor(createdAtMilliseconds(id) / 1000) + LIMITS.deliveryRetentionSeconds;

/** The message of a rejection may be as long as its details together, which stand beside it. */
const MESSAGE_CHARACTERS = 1_000;

const truncateRejection = ({ code, message, details }: Rejection): Rejection => ({
  code,
  message: truncate(message, MESSAGE_CHARACTERS),
  details: details && boundViolations(details),
});
