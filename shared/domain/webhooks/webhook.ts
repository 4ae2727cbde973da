import { invalidRequest } from "../../contract/app-error.ts";
import { ALL_EVENTS, type EVENT_TYPES } from "../../contract/event-types.ts";
import type { NewWebhook, WebhookChanges, WebhookResource } from "../../contract/webhooks.ts";
import { createdAt } from "../record-id.ts";
import { changedFields } from "../settings-document.ts";

/** A firm's endpoint, and the events that it subscribes to. */
export type Webhook = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly (typeof ALL_EVENTS | (typeof EVENT_TYPES)[number])[];
  readonly description: string;
  readonly enabled: boolean;
  /** Why the service disabled it. */
  readonly disabledReason: string | null;
  /** The first failure since the last success; 0 for none. */
  readonly failingSinceMilliseconds: number;
  readonly secret: string;
  readonly previousSecret: string | null;
  /** When the previous secret stops signing. */
  readonly previousSecretUntilMilliseconds: number;
  readonly version: number;
};

const ROTATION_MILLISECONDS = 24 * 3_600_000;

export const newWebhook = (id: string, secret: string, input: NewWebhook): Webhook => ({
  id,
  ...input,
  disabledReason: null,
  failingSinceMilliseconds: 0,
  secret,
  previousSecret: null,
  previousSecretUntilMilliseconds: 0,
  version: 1,
});

/** The fields that a valid PATCH changes. A new URL, or enabling the endpoint, clears its failures. */
export const webhookChange = (webhook: Webhook, input: WebhookChanges): Partial<Webhook> => {
  const change = changedFields<Webhook>(webhook, input);
  const clearsFailures = change.url !== undefined || change.enabled === true;
  return {
    ...change,
    ...(clearsFailures && { failingSinceMilliseconds: 0 }),
    ...(change.enabled === true && { disabledReason: null }),
  };
};

/** The new secret signs at once; the previous one keeps signing for another day. */
export const secretRotation = (webhook: Webhook, secret: string, nowMilliseconds: number) => ({
  secret,
  previousSecret: webhook.secret,
  previousSecretUntilMilliseconds: nowMilliseconds + ROTATION_MILLISECONDS,
});

/** The secrets that sign a request now, newest first. */
export const signingSecrets = (webhook: Webhook, nowMilliseconds: number): string[] => {
  const { secret, previousSecret, previousSecretUntilMilliseconds: until } = webhook;
  return previousSecret !== null && nowMilliseconds < until ? [secret, previousSecret] : [secret];
};

/** @throws AppError `invalid_request`: a disabled endpoint receives nothing */
export const requireEnabled = ({ enabled }: Webhook) => {
  if (!enabled) throw invalidRequest([{ field: "id", message: "must be an endpoint that is enabled" }]);
};

export const subscribesTo = ({ events }: Webhook, type: string) =>
  events.some((event) => event === ALL_EVENTS || event === type);

/** An endpoint as the API shows it. */
export const webhookResource = (webhook: Webhook, nowMilliseconds: number): WebhookResource => ({
  id: webhook.id,
  url: webhook.url,
  events: [...webhook.events],
  description: webhook.description,
  enabled: webhook.enabled,
  disabled_reason: webhook.disabledReason,
  failing_since: instantOrNull(webhook.failingSinceMilliseconds),
  previous_secret_expires_at: instantOrNull(
    webhook.previousSecretUntilMilliseconds > nowMilliseconds ? webhook.previousSecretUntilMilliseconds : 0,
  ),
  created_at: createdAt(webhook.id),
  version: webhook.version,
});

const instantOrNull = (milliseconds: number) =>
  milliseconds === 0 ? null : new Date(milliseconds).toISOString();
