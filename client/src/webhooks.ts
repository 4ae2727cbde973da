import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { IntakeEvent } from "./events.ts";

export { WebhookVerificationError };

/** An event as a webhook brings it. `test` is true in the examples that `sendTestEvent` sends by their `type`. */
export type WebhookEvent = IntakeEvent & { test?: true };

/** The event that `sendTestEvent` sends without a `type`. */
export type TestEvent = Omit<IntakeEvent, "type" | "data"> & {
  type: "webhook.test";
  test?: undefined;
  data: Record<string, unknown>;
};

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
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  return new Webhook(secret).verify(text, textHeaders(headers)) as WebhookEvent | TestEvent;
};

const textHeaders = (headers: ReceivedWebhook["headers"]): Record<string, string> => {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? "")]));
};
