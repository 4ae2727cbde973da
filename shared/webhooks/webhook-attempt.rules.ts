import type { FirmId } from "../table/firm-id.ts";
import { admits, releaseFrom, startProbe } from "./circuit-breaker.rules.ts";
import type { Webhook } from "./webhook.rules.ts";
import type { DeliveryProgress, WebhookDelivery } from "./webhook-delivery.rules.ts";
import {
  hasFailedTooLong,
  isGone,
  isSuccess,
  nextAttemptMilliseconds,
  sweepTime,
  type WebhookResponse,
} from "./webhook-retry-schedule.rules.ts";

/** One attempt, identified only by ids: event, address and secrets stay in the table. */
export type AttemptMessage = {
  readonly firmId: FirmId;
  readonly webhookId: string;
  readonly eventId: string;
  /** The due time of the delivery when this message was queued. The message is void as soon as that changes. */
  readonly dueAtMilliseconds: number;
  /** Set when the firm asked for this attempt: it is made even while other deliveries wait for the endpoint. */
  readonly isRequested?: true | undefined;
  /** Set when it waited for the endpoint. Its success releases no others: that would lengthen the chain of messages. */
  readonly isReleased?: true | undefined;
};

/** The message of a delivery's next attempt. */
export const nextAttempt = (firmId: FirmId, delivery: WebhookDelivery): AttemptMessage => ({
  firmId,
  webhookId: delivery.webhookId,
  eventId: delivery.id,
  dueAtMilliseconds: delivery.dueAtMilliseconds,
});

/** The records for the decision on a message. */
export type AttemptRecords = {
  readonly firm: { readonly disabledAt: string | null };
  readonly webhook: Webhook | null;
  readonly delivery: WebhookDelivery | null;
  readonly event: { readonly body: string } | null;
};

/** An attempt to make. */
export type Attempt = {
  readonly webhook: Webhook;
  readonly delivery: WebhookDelivery;
  readonly body: string;
};

type AttemptDecision =
  | { readonly action: "none" }
  /** The delivery can no longer be sent. */
  | { readonly action: "skip"; readonly delivery: WebhookDelivery }
  /** The delivery waits until the endpoint works, or the firm is enabled. */
  | { readonly action: "wait"; readonly delivery: WebhookDelivery }
  /** `probe` is the change of the endpoint for a probe by this delivery, if it needs one. */
  | ({ readonly action: "post"; readonly probe: Partial<Webhook> | undefined } & Attempt);

/**
 * Decides on a message. Sends nothing for a disabled firm. When the pause of an open circuit is over, one delivery
 * probes the endpoint. An attempt that the firm asked for is made at any time.
 */
export const decideAttempt = (
  { firm, webhook, delivery, event }: AttemptRecords,
  message: AttemptMessage,
  nowMilliseconds: number,
): AttemptDecision => {
  if (delivery === null || isVoid(message, delivery)) return { action: "none" };
  const body = delivery.body ?? event?.body;
  // The endpoint is deleted, or the event is no longer kept.
  if (!webhook?.enabled || body === undefined) return { action: "skip", delivery };
  const probe = probeFor(webhook, message, nowMilliseconds);
  if (firm.disabledAt !== null || probe === null) return { action: "wait", delivery };
  return { action: "post", delivery, webhook, body, probe };
};

/** Returns whether the delivery is done, or a later message replaces this one. */
const isVoid = ({ dueAtMilliseconds }: AttemptMessage, delivery: WebhookDelivery) =>
  delivery.state !== "pending" || delivery.dueAtMilliseconds !== dueAtMilliseconds;

/** Returns undefined when no probe is needed; null when nothing may be sent to the endpoint. */
const probeFor = (webhook: Webhook, { eventId, isRequested }: AttemptMessage, nowMilliseconds: number) =>
  isRequested || admits(webhook, eventId) ? undefined : startProbe(webhook, eventId, nowMilliseconds);

/** The endpoint's response, or the reason why none arrived in time. */
export type PostOutcome = WebhookResponse & {
  readonly error: string | null;
  readonly durationMilliseconds: number;
};

/** A response to an attempt, or the reason why there was none. */
export type AttemptOutcome = { readonly outcome: PostOutcome; readonly startedAt: number };

type Context = { readonly nowMilliseconds: number /** From 0 to 1. */; readonly random: number };

/** Returns the delivery's progress after an attempt. */
export const progressAfter = (
  { attemptCount: before }: WebhookDelivery,
  { outcome, startedAt }: AttemptOutcome,
  context: Context,
): DeliveryProgress => {
  const { status, error, durationMilliseconds } = outcome;
  const attemptCount = before + 1;
  const attempt = { at: new Date(startedAt).toISOString(), status, durationMilliseconds, error };
  if (isSuccess(outcome)) return { state: "delivered", attemptCount, attempt };
  const next = isGone(outcome) ? null : nextAttemptMilliseconds(attemptCount, outcome, context);
  if (next === null) return { state: "failed", attemptCount, attempt };
  const dueAtMilliseconds = sweepTime(next, context.nowMilliseconds);
  return { state: "pending", attemptCount, attempt, nextAttemptMilliseconds: next, dueAtMilliseconds };
};

const GONE = "The endpoint returned 410 Gone, which asks for no more events.";
const FAILING = "Every attempt failed for five days.";

/** The disabling of an endpoint: the reason, the change, and the write's condition. */
export type Disabling = {
  readonly reason: string;
  readonly fields: Partial<Webhook>;
  readonly when: Partial<Webhook>;
};

/**
 * Returns the change that disables an endpoint that is gone, or has failed too long; null for any other. An attempt from
 * before the circuit closed disables nothing: the firm may have enabled the endpoint since.
 */
export const disablingAfter = (
  webhook: Webhook,
  { outcome }: AttemptOutcome,
  nowMilliseconds: number,
): Disabling | null => {
  const { url, circuitClosedAtMilliseconds, failingSinceMilliseconds } = webhook;
  const disabling = (reason: string, when: Partial<Webhook> = {}) => ({
    reason,
    // Schedules a check that skips waiting deliveries.
    fields: { enabled: false, disabledReason: reason, ...releaseFrom(nowMilliseconds) },
    when: { enabled: true, url, circuitClosedAtMilliseconds, ...when },
  });
  if (isGone(outcome)) return disabling(GONE);
  if (isSuccess(outcome) || !hasFailedTooLong(failingSinceMilliseconds, nowMilliseconds)) return null;
  return disabling(FAILING, { failingSinceMilliseconds });
};
