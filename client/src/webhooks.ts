import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { EventWith, IntakeEvent } from "./events.ts";

export { WebhookVerificationError };

/** An event as a webhook brings it. `test` is true in the examples that `sendTestEvent` sends by their `type`. */
export type WebhookEvent = IntakeEvent & { test?: true };

/** The event that `sendTestEvent` sends without a `type`. */
export type TestEvent = EventWith<"webhook.test", { data: Record<string, unknown>; test?: undefined }>;

export type ReceivedWebhook = {
  /** The secret of the webhook endpoint, `whsec_…`. */
  secret: string;
  /** The headers, from `fetch` or from Node's `http`. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body exactly as received. JSON that was parsed and written again has another signature. */
  body: string | Uint8Array;
};

/**
 * Returns the event of a webhook, after a check of its signature and of its time: at most five minutes ago.
 * @throws WebhookVerificationError if it does not come from the service
 */
export const verifyWebhook = ({ secret, headers, body }: ReceivedWebhook): WebhookEvent | TestEvent => {
  const text = typeof body === "string" ? body : decoded(body);
  return new Webhook(secret).verify(text, textHeaders(headers)) as WebhookEvent | TestEvent;
};

/** Decodes a body byte for byte. By default, a decoder drops a byte order mark and replaces what is not UTF-8. */
const decoded = (body: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new WebhookVerificationError("The body is neither text nor bytes in UTF-8");
  }
};

const textHeaders = (headers: ReceivedWebhook["headers"]): Record<string, string> => {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? "")]));
};
