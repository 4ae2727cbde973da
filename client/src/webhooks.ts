import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { IntakeEvent } from "./events.ts";

export { WebhookVerificationError };

/** What `sendTestEvent` sends. */
export type TestEvent = Omit<IntakeEvent, "type" | "data"> & {
  type: "webhook.test";
  data: Record<string, unknown>;
};

export type ReceivedWebhook = {
  /** The secret of the webhook endpoint, `whsec_…`. */
  secret: string;
  /** Of `fetch`, or of Node's `http`. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The body exactly as it was received: JSON that was parsed and written again has another signature. */
  body: string | Uint8Array;
};

/**
 * The event of a webhook, after a check of its signature and of its time: at most five minutes ago.
 * @throws WebhookVerificationError when it is not the service's
 */
export const verifyWebhook = ({ secret, headers, body }: ReceivedWebhook): IntakeEvent | TestEvent => {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  return new Webhook(secret).verify(text, textHeaders(headers)) as IntakeEvent | TestEvent;
};

const textHeaders = (headers: ReceivedWebhook["headers"]): Record<string, string> => {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? "")]));
};
