import { millisecondsInHour } from "date-fns/constants";
import { changedFields } from "../api/changed-fields.ts";
import { MASK, masksNothing, NOTHING_MASKED, unmasked } from "../api/masked-secret.ts";
import { ALL_EVENTS, type EVENT_TYPES } from "../events/event-types.contract.ts";
import { createdAt } from "../runtime/record-id.ts";
import { invalidRequest } from "../schema/app-error.ts";
import { parseUrl } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import { closedCircuit, releaseFrom } from "./circuit-breaker.rules.ts";
import type { NewWebhook, WebhookChanges, WebhookResource } from "./webhook.contract.ts";

/** A replaced secret, which signs as well until 24 hours after its own replacement. */
type PreviousSecret = { readonly secret: string; readonly untilMilliseconds: number };

/** A firm's endpoint, and the events that it subscribes to. */
export type Webhook = {
  readonly id: string;
  readonly url: string;
  readonly events: readonly (typeof ALL_EVENTS | (typeof EVENT_TYPES)[number])[];
  readonly description: string;
  /** Headers of the firm's own, sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  /** Why the service disabled it. */
  readonly disabledReason: string | null;
  /** The first failure since the last success; 0 for none. */
  readonly failingSinceMilliseconds: number;
  /** Failures in a row; enough of them open the circuit. */
  readonly failureCount: number;
  /** While the circuit is open: when a delivery may try the endpoint next. */
  readonly retryAtMilliseconds: number;
  /** The delivery that tries the endpoint while the others wait. */
  readonly probeEventId: string | null;
  /** When the circuit closed last; 0 for never. */
  readonly circuitClosedAtMilliseconds: number;
  /** When the sweep looks after the deliveries that wait for the endpoint; 0 when none waits. */
  readonly checkAtMilliseconds: number;
  readonly secret: string;
  /** The secrets that rotations replaced, newest first. */
  readonly previousSecrets: readonly PreviousSecret[];
  readonly version: number;
};

const ROTATION_MILLISECONDS = 24 * millisecondsInHour;

/** Every signature makes the header longer: the oldest secret ends when a sixth would sign. */
const SIGNING_SECRETS_MAXIMUM = 5;

/** No failures, and nothing waits. */
export const HEALTHY = {
  failingSinceMilliseconds: 0,
  failureCount: 0,
  retryAtMilliseconds: 0,
  probeEventId: null,
  circuitClosedAtMilliseconds: 0,
  checkAtMilliseconds: 0,
} as const;

export const newWebhook = (id: string, secret: string, input: NewWebhook): Webhook => ({
  id,
  ...input,
  disabledReason: null,
  ...HEALTHY,
  secret,
  previousSecrets: [],
  version: 1,
});

/** The fields that a valid PATCH changes. A new URL, or enabling the endpoint, clears its failures. */
export const webhookChange = (
  webhook: Webhook,
  input: WebhookChanges,
  nowMilliseconds: number,
): Partial<Webhook> => {
  const headers = input.headers && unmaskedHeaders(webhook, input.headers);
  const change = changedFields<Webhook>(webhook, { ...input, headers });
  const clearsFailures = change.url !== undefined || change.enabled === true;
  return {
    ...change,
    ...(clearsFailures && closedCircuit(webhook, nowMilliseconds)),
    ...(change.enabled === true && { disabledReason: null }),
    ...(change.enabled === false && releaseFrom(webhook, nowMilliseconds)),
  };
};

const unmaskedHeaders = ({ headers }: Webhook, input: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, unmasked(value, storedValue(headers, name))]),
  );

/** The value of a header, whose name has no case. */
const storedValue = (headers: Webhook["headers"], name: string) =>
  Object.entries(headers).find(([stored]) => stored.toLowerCase() === name.toLowerCase())?.[1];

/**
 * A PATCH shows nobody the stored headers: with another origin, none of them is sent there unless the PATCH has its value.
 */
export const headersViolations = (
  webhook: Pick<Webhook, "url" | "headers">,
  { url, headers }: Readonly<Record<string, unknown>>,
): Violation[] => {
  if (!isOtherOrigin(url, webhook)) return maskViolations(headers, webhook.headers);
  if (headers !== undefined || Object.keys(webhook.headers).length === 0) return maskViolations(headers);
  return [
    {
      field: "headers",
      message: "must be sent with a URL of another origin: the stored ones stay with theirs",
    },
  ];
};

const isOtherOrigin = (input: unknown, { url }: Pick<Webhook, "url">) => {
  const wanted = parseUrl(input);
  return wanted !== null && wanted.origin !== parseUrl(url)?.origin;
};

export const maskViolations = (input: unknown, headers: Webhook["headers"] = {}): Violation[] => {
  if (typeof input !== "object" || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) =>
    masksNothing(value, storedValue(headers, name))
      ? [{ field: `headers.${name}`, message: NOTHING_MASKED }]
      : [],
  );
};

/** The new secret signs at once; the replaced one keeps signing for another day, however soon the next rotation is. */
export const secretRotation = (webhook: Webhook, secret: string, nowMilliseconds: number) => ({
  secret,
  previousSecrets: [
    { secret: webhook.secret, untilMilliseconds: nowMilliseconds + ROTATION_MILLISECONDS },
    ...activeSecrets(webhook, nowMilliseconds),
  ].slice(0, SIGNING_SECRETS_MAXIMUM - 1),
});

/** The secrets that sign a request now, newest first. */
export const signingSecrets = (webhook: Webhook, nowMilliseconds: number): string[] => [
  webhook.secret,
  ...activeSecrets(webhook, nowMilliseconds).map(({ secret }) => secret),
];

const activeSecrets = ({ previousSecrets }: Webhook, nowMilliseconds: number) =>
  previousSecrets.filter(({ untilMilliseconds }) => nowMilliseconds < untilMilliseconds);

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
  headers: Object.fromEntries(Object.keys(webhook.headers).map((name) => [name, MASK])),
  enabled: webhook.enabled,
  disabled_reason: webhook.disabledReason,
  failing_since: instantOrNull(webhook.failingSinceMilliseconds),
  previous_secret_expires_at: instantOrNull(
    activeSecrets(webhook, nowMilliseconds)[0]?.untilMilliseconds ?? 0,
  ),
  created_at: createdAt(webhook.id),
  version: webhook.version,
});

const instantOrNull = (milliseconds: number) =>
  milliseconds === 0 ? null : new Date(milliseconds).toISOString();
