import { randomBytes } from "node:crypto";
import { Webhook as Signer } from "standardwebhooks";
import { TEST_HEADER, WEBHOOK_ENDPOINT_HEADER } from "../api/request-headers.ts";

const SECRET_BYTES = 32;

/** Returns a new secret in the format of the Standard Webhooks specification. */
export const newWebhookSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;

type SignedMessage = {
  readonly id: string;
  /** The endpoint's id. */
  readonly webhookId: string;
  readonly body: string;
  /** The request that changed the record, if known. */
  readonly requestId?: string | undefined;
  /** True for a test with the example of an event. */
  readonly isExample?: boolean;
};

/** Returns the headers of a request at the given time, with one signature for each secret. */
export const webhookHeaders = (
  { id, webhookId, body, requestId, isExample }: SignedMessage,
  secrets: readonly string[],
  nowMilliseconds: number,
): Record<string, string> => {
  const signatures = secrets.map((secret) => new Signer(secret).sign(id, new Date(nowMilliseconds), body));
  return {
    "content-type": "application/json",
    "user-agent": "Intake-Webhooks/1",
    [WEBHOOK_ENDPOINT_HEADER]: webhookId,
    ...(requestId && { "intake-request-id": requestId }),
    ...(isExample && { [TEST_HEADER]: "true" }),
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(nowMilliseconds / 1_000)),
    "webhook-signature": signatures.join(" "),
  };
};
