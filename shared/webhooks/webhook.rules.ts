import { millisecondsInHour } from "date-fns/constants";
import { isMaskWithoutSecret, MASK_WITHOUT_SECRET } from "../api/masked-secret.ts";
import { ALL_EVENTS } from "../events/event-types.contract.ts";
import { createdAt } from "../runtime/record-id.ts";
import { invalidRequest } from "../schema/app-error.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import { parseUrl } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import type { NewWebhook } from "./webhook.contract.ts";
import { storedHeader, webhookFields } from "./webhook-fields.contract.ts";

/** A firm's endpoint, and the events that it subscribes to. */
export type Webhook = RecordOf<typeof webhookFields>;

const ROTATION_MILLISECONDS = 24 * millisecondsInHour;

/** Limits the signatures in the header. The oldest secret ends when a sixth would sign. */
const SIGNING_SECRETS_MAXIMUM = 5;

export const newWebhook = (id: string, secret: string, input: NewWebhook): Webhook => ({
  ...webhookFields.initial,
  ...webhookFields.newFields(input),
  id,
  secret,
});

/** Protects the stored headers: a PATCH with another origin sends none of them there, except those whose values it has. */
export const headersViolations = (
  webhook: Pick<Webhook, "url" | "headers">,
  { url, headers }: Readonly<Record<string, unknown>>,
): Violation[] => {
  if (!isOtherOrigin(url, webhook)) return maskViolations(headers, webhook.headers);
  if (headers !== undefined || Object.keys(webhook.headers).length === 0) return maskViolations(headers);
  return [
    {
      field: "headers",
      message: "must be sent again with a URL of another origin: stored values are not sent to it",
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
    isMaskWithoutSecret(value, storedHeader(headers, name))
      ? [{ field: `headers.${name}`, message: MASK_WITHOUT_SECRET }]
      : [],
  );
};

/**
 * Rotates the secret. The new one signs at once; the replaced one signs for another day, however soon the next rotation
 * is.
 */
export const secretRotation = (webhook: Webhook, secret: string, nowMilliseconds: number) => ({
  secret,
  previousSecrets: [
    { secret: webhook.secret, untilMilliseconds: nowMilliseconds + ROTATION_MILLISECONDS },
    ...activeSecrets(webhook, nowMilliseconds),
  ].slice(0, SIGNING_SECRETS_MAXIMUM - 1),
});

/** Returns the secrets that sign a request now, newest first. */
export const signingSecrets = (webhook: Webhook, nowMilliseconds: number): string[] => [
  webhook.secret,
  ...activeSecrets(webhook, nowMilliseconds).map(({ secret }) => secret),
];

const activeSecrets = ({ previousSecrets }: Webhook, nowMilliseconds: number) =>
  previousSecrets.filter(({ untilMilliseconds }) => nowMilliseconds < untilMilliseconds);

/** @throws AppError `invalid_request`: a disabled endpoint receives nothing */
export const requireEnabled = ({ enabled }: Webhook) => {
  if (!enabled) throw invalidRequest([{ field: "id", message: "must be that of an enabled endpoint" }]);
};

export const subscribesTo = ({ events }: Webhook, type: string) =>
  events.some((event) => event === ALL_EVENTS || event === type);

/** Returns an endpoint as the API shows it, with the warnings about a change that was just made. */
export const webhookResource = (
  webhook: Webhook,
  nowMilliseconds: number,
  warnings: readonly string[] = [],
) => {
  const [previous] = activeSecrets(webhook, nowMilliseconds);
  return webhookFields.resource(webhook, {
    previous_secret_expires_at: previous ? new Date(previous.untilMilliseconds).toISOString() : null,
    created_at: createdAt(webhook.id),
    ...(warnings.length > 0 && { warnings: [...warnings] }),
  });
};
