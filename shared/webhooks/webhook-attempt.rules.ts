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

/** One attempt, identified by ids only: event, address and secrets stay in the table. */
export type AttemptMessage = {
  readonly firmId: FirmId;
  readonly webhookId: string;
  readonly eventId: string;
  /** When the delivery was due as this was queued: it is void as soon as that is another instant. */
  readonly dueAtMilliseconds: number;
  /** The firm asked for this attempt: it is made even while other deliveries wait for the endpoint. */
  readonly isRequested?: true | undefined;
  /** It waited for the endpoint. Its success releases no others: that would lengthen the chain of messages. */
  readonly isReleased?: true | undefined;
};

/** The next attempt of a delivery. */
export const nextAttempt = (firmId: FirmId, delivery: WebhookDelivery): AttemptMessage => ({
  firmId,
  webhookId: delivery.webhookId,
  eventId: delivery.id,
  dueAtMilliseconds: delivery.dueAtMilliseconds,
});

/** The records that a message is judged by. */
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

export type AttemptDecision =
  | { readonly action: "none" }
  /** Nothing can be sent any more. */
  | { readonly action: "skip"; readonly delivery: WebhookDelivery }
  /** Nothing may be sent until the endpoint works, or the firm is enabled. */
  | { readonly action: "wait"; readonly delivery: WebhookDelivery }
  /** `probe` is the change of the endpoint that lets this delivery probe it, if it needs one. */
  | ({ readonly action: "post"; readonly probe: Partial<Webhook> | undefined } & Attempt);

/**
 * Decides what becomes of a message. Nothing is sent for a disabled firm. When the pause of an open circuit is over, one
 * delivery probes the endpoint; an attempt that the firm asked for is made at any time.
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

/** The delivery is done, or a message that was queued later takes the place of this one. */
const isVoid = ({ dueAtMilliseconds }: AttemptMessage, delivery: WebhookDelivery) =>
  delivery.state !== "pending" || delivery.dueAtMilliseconds !== dueAtMilliseconds;

/** Undefined when the endpoint need not be probed; null when it may not be sent to. */
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

/** The delivery's progress by an attempt that was made. */
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

const GONE = "The endpoint answered 410 Gone: it wants no more events.";
const FAILING = "Every attempt failed for five days.";

/** The end of an endpoint: why, its change, and what the write requires of it. */
export type Disabling = {
  readonly reason: string;
  readonly fields: Partial<Webhook>;
  readonly when: Partial<Webhook>;
};

/** The change that disables an endpoint which is gone, or has failed too long; null when it is neither. */
export const disablingAfter = (
  webhook: Webhook,
  { outcome }: AttemptOutcome,
  nowMilliseconds: number,
): Disabling | null => {
  const { url, failingSinceMilliseconds } = webhook;
  const disabling = (reason: string, when: Partial<Webhook> = {}) => ({
    reason,
    // Schedules a check that skips waiting deliveries.
    fields: { enabled: false, disabledReason: reason, ...releaseFrom(webhook, nowMilliseconds) },
    when: { enabled: true, url, ...when },
  });
  if (isGone(outcome)) return disabling(GONE);
  if (isSuccess(outcome) || !hasFailedTooLong(failingSinceMilliseconds, nowMilliseconds)) return null;
  return disabling(FAILING, { failingSinceMilliseconds });
};
