import { TEST_EVENT } from "../events/event-types.contract.ts";
import { createdAt } from "../runtime/record-id.ts";
import type { WebhookDeliveryResource } from "./webhook-delivery.contract.ts";
import { sweepTime } from "./webhook-retry-schedule.rules.ts";

type WebhookDeliveryState = WebhookDeliveryResource["state"];

type WebhookAttempt = {
  /** ISO-8601 UTC. */
  readonly at: string;
  /** Null when there was no response. */
  readonly status: number | null;
  readonly durationMilliseconds: number;
  /** The reason of the failure, if the status does not give it. */
  readonly error: string | null;
};

/** The delivery of one event to one endpoint. */
export type WebhookDelivery = {
  /** The event's id. */
  readonly id: string;
  readonly webhookId: string;
  readonly type: string;
  /** The event of a test, which is in no log. Every other delivery sends the event in the firm's log. */
  readonly body?: string | undefined;
  /** The request that changed the record, if known. */
  readonly requestId?: string | undefined;
  readonly state: WebhookDeliveryState;
  /** Increases with each redelivery. */
  readonly round: number;
  /** Attempts in this round. */
  readonly attemptCount: number;
  /** The latest attempts of all rounds, in the order in which they ended. */
  readonly attempts: readonly WebhookAttempt[];
  readonly nextAttemptMilliseconds: number;
  /**
   * The time at which the sweep takes over, in case the message is lost; 0 when the delivery is not pending. Scheduling
   * an attempt changes it, which voids every earlier message.
   */
  readonly dueAtMilliseconds: number;
  /** Set while it waits for its endpoint to work again, which uses no attempt. */
  readonly isWaiting: boolean;
};

/** A change of a delivery. If it continues, it has a new due time. */
export type DeliveryProgress = Partial<Pick<WebhookDelivery, "attemptCount" | "nextAttemptMilliseconds">> & {
  /** The attempt that was made. */
  readonly attempt?: WebhookAttempt | undefined;
} & (
    | { readonly state: "pending"; readonly dueAtMilliseconds: number }
    | { readonly state: "delivered" | "failed" | "skipped" }
  );

type DeliveredEvent = Pick<WebhookDelivery, "id" | "type" | "body" | "requestId">;

export const newWebhookDelivery = (
  webhook: { readonly id: string; readonly enabled: boolean },
  { id, type, body, requestId }: DeliveredEvent,
  nowMilliseconds: number,
): WebhookDelivery => ({
  id,
  webhookId: webhook.id,
  type,
  body,
  requestId,
  state: webhook.enabled ? "pending" : "skipped",
  round: 1,
  attemptCount: 0,
  attempts: [],
  nextAttemptMilliseconds: nowMilliseconds,
  dueAtMilliseconds: webhook.enabled ? sweepTime(nowMilliseconds, nowMilliseconds) : 0,
  isWaiting: false,
});

/** The attempts of two full rounds. */
const ATTEMPTS_KEPT = 20;

/** Returns the attempts that a delivery keeps when a new round begins. */
const attemptsKept = ({ attempts }: WebhookDelivery) => attempts.slice(-ATTEMPTS_KEPT);

/** Returns the delivery at the start of a new round of attempts. */
export const newRound = (delivery: WebhookDelivery, nowMilliseconds: number): WebhookDelivery => ({
  ...delivery,
  state: "pending",
  round: delivery.round + 1,
  attemptCount: 0,
  attempts: attemptsKept(delivery),
  nextAttemptMilliseconds: nowMilliseconds,
  dueAtMilliseconds: sweepTime(nowMilliseconds, nowMilliseconds),
  isWaiting: false,
});

/** Returns whether a delivery is a test with the example of an event. */
export const isExample = ({ type, body }: Pick<WebhookDelivery, "type" | "body">) =>
  body !== undefined && type !== TEST_EVENT;

/** Returns a delivery as the API shows it, without the event, whose scope the reader may lack. */
export const webhookDeliveryResource = (delivery: WebhookDelivery): WebhookDeliveryResource => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  type: delivery.type,
  state: delivery.state,
  created_at: createdAt(delivery.id),
  waiting_for: delivery.isWaiting ? "endpoint" : null,
  next_attempt_at:
    delivery.state === "pending" && !delivery.isWaiting
      ? new Date(delivery.nextAttemptMilliseconds).toISOString()
      : null,
  attempts: delivery.attempts.map(({ at, status, durationMilliseconds, error }) => ({
    at,
    status,
    duration_ms: durationMilliseconds,
    error,
  })),
});
