import type { WebhookDeliveryResource } from "../../contract/webhooks.ts";
import { createdAt } from "../record-id.ts";

export type WebhookDeliveryState = WebhookDeliveryResource["state"];

export type WebhookAttempt = {
  /** ISO-8601 UTC. */
  readonly at: string;
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly durationMilliseconds: number;
  /** Why it failed, where the status does not tell. */
  readonly error: string | null;
};

/** An event on its way to an endpoint. */
export type WebhookDelivery = {
  /** The event's id. */
  readonly id: string;
  readonly webhookId: string;
  readonly type: string;
  /** The event as it is sent, byte for byte the same each time. */
  readonly body: string;
  readonly state: WebhookDeliveryState;
  /** Grows when the firm asks to have it sent again: what waits from before is then void. */
  readonly round: number;
  /** Attempts of this round. */
  readonly attemptCount: number;
  /** Attempts of all rounds, the latest of them. */
  readonly attempts: readonly WebhookAttempt[];
  readonly nextAttemptMilliseconds: number;
};

type DeliveredEvent = { readonly id: string; readonly type: string };

export const newWebhookDelivery = (
  webhook: { readonly id: string; readonly enabled: boolean },
  event: DeliveredEvent,
  nowMilliseconds: number,
): WebhookDelivery => ({
  id: event.id,
  webhookId: webhook.id,
  type: event.type,
  body: JSON.stringify(event),
  state: webhook.enabled ? "pending" : "skipped",
  round: 1,
  attemptCount: 0,
  attempts: [],
  nextAttemptMilliseconds: nowMilliseconds,
});

/** More than the attempts of two whole rounds. */
const ATTEMPTS_KEPT = 30;

export const withAttempt = ({ attempts }: WebhookDelivery, attempt: WebhookAttempt) =>
  [...attempts, attempt].slice(-ATTEMPTS_KEPT);

/** A delivery as the API shows it: not the event, for which its reader may lack the scope. */
export const webhookDeliveryResource = (delivery: WebhookDelivery): WebhookDeliveryResource => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  type: delivery.type,
  state: delivery.state,
  created_at: createdAt(delivery.id),
  next_attempt_at:
    delivery.state === "pending" ? new Date(delivery.nextAttemptMilliseconds).toISOString() : null,
  attempts: delivery.attempts.map(({ at, status, durationMilliseconds, error }) => ({
    at,
    status,
    duration_ms: durationMilliseconds,
    error,
  })),
});
