import { Webhook as Signer } from "standardwebhooks";

type Signed = { readonly id: string; readonly body: string };

/** The headers of a request made at an instant: one signature for each secret, any of which the receiver may know. */
export const webhookHeaders = (
  { id, body }: Signed,
  secrets: readonly string[],
  nowMilliseconds: number,
): Record<string, string> => {
  const signatures = secrets.map((secret) => new Signer(secret).sign(id, new Date(nowMilliseconds), body));
  return {
    "content-type": "application/json",
    "user-agent": "Intake-Webhooks/1",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(nowMilliseconds / 1_000)),
    "webhook-signature": signatures.join(" "),
  };
};
