import { describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { verifyWebhook, WebhookVerificationError } from "../../client/src/webhooks.ts";

const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const body = JSON.stringify({ id: "e1", type: "lead.created", data: { first_name: "Zoë" } });

const signedHeaders = (sentAt = new Date(), text = body) => ({
  "webhook-id": "e1",
  "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
  "webhook-signature": new Webhook(secret).sign("e1", sentAt, text),
});

describe("the verification of a webhook", () => {
  it.each([
    ["headers of Node", signedHeaders(), body],
    ["headers of fetch", new Headers(signedHeaders()), body],
    ["bytes", signedHeaders(), new TextEncoder().encode(body)],
  ])("accepts %s and returns the event", (_form, headers, received) => {
    const event = verifyWebhook({ secret, headers, body: received });
    expect(event.type === "lead.created" && event.data.first_name).toBe("Zoë");
  });

  it.each([
    ["another body", { secret, headers: signedHeaders(), body: `${body} ` }],
    ["another secret", { secret: `${secret.slice(0, -4)}AAA=`, headers: signedHeaders(), body }],
    ["an old time", { secret, headers: signedHeaders(new Date(Date.now() - 301_000)), body }],
    ["a byte order mark", { secret, headers: signedHeaders(), body: Buffer.from(`\uFEFF${body}`) }],
    [
      "bytes that are not UTF-8",
      {
        secret,
        headers: signedHeaders(new Date(), '"\uFFFD"'),
        body: Uint8Array.of(0x22, 0xff, 0x22),
      },
    ],
    ["no headers", { secret, headers: {}, body }],
  ])("refuses %s", (_case, webhook) => {
    expect(() => verifyWebhook(webhook)).toThrow(WebhookVerificationError);
  });
});
