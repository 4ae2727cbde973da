import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { page, pageQuery } from "../schema/page.ts";
import { noSettings, settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";
import { webhookFields } from "./webhook-fields.contract.ts";

/** A webhook endpoint as the API shows it, without the secret. */
export const webhook = webhookFields.shown;

/** Includes the secret, which only the responses to creation and rotation contain. */
export const webhookWithSecret = lazy(() => z.extend(webhook(), { secret: z.string() }));

const newWebhook = lazy(() => settingsObject(webhookFields.created()));

const webhookChanges = lazy(() => settingsObject(webhookFields.changed(), { shown: webhook }));

export type NewWebhook = z.output<ReturnType<typeof newWebhook>>;
export type WebhookChanges = z.output<ReturnType<typeof webhookChanges>>;

const webhookResponse = { status: 200, schema: webhook } as const;
export const createWebhookEndpoint = defineEndpoint({
  name: "create-webhook",
  method: "POST",
  path: "/api/webhooks",
  summary: "Add a webhook endpoint; its signing secret is shown only once",
  scope: "webhooks:write",
  tableActions: ["PutItem", "Query"],
  body: newWebhook,
  response: { status: 201, schema: webhookWithSecret },
});

export const createWebhookDescription: DescriptionOf<typeof createWebhookEndpoint> = {
  lostAnswer: { way: "failed" },
  body: { url: "https://hooks.example.com/intake", events: ["lead.created"] },
  response: ({ Webhook }) => ({ ...Webhook, secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=" }),
  prose: `
Subscribes a URL to event types, or to all with \`*\`. Only this response shows the signing secret (\`secret\`, \`whsec_…\`),
with which requests are [signed](#description/signatures).

The URL must be \`https\` and lead to public addresses, which is checked now and at each connection. A host that does not
resolve now is accepted, and named in \`warnings\`. A firm has at most 50 endpoints. The endpoint receives events from now
on; a [recovery](#tag/webhooks/POST/api/webhooks/{id}/recover) with \`missing\` sends earlier ones.`,
};

export const listWebhooksEndpoint = defineEndpoint({
  name: "list-webhooks",
  method: "GET",
  path: "/api/webhooks",
  summary: "List the firm's webhook endpoints, newest first",
  scope: "webhooks:read",
  tableActions: ["Query"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(webhook())) },
});

export const listWebhooksDescription: DescriptionOf<typeof listWebhooksEndpoint> = {
  prose: `
Lists the firm's webhook endpoints, newest first. \`failing_since\`, \`enabled\` and \`disabled_reason\` say whether they
work. Secrets are never shown again, and the values of \`headers\` are masked.`,
};

export const getWebhookEndpoint = defineEndpoint({
  name: "get-webhook",
  method: "GET",
  path: "/api/webhooks/{id}",
  summary: "Get a webhook endpoint, including why it was disabled",
  scope: "webhooks:read",
  tableActions: ["GetItem"],
  response: webhookResponse,
});

export const getWebhookDescription: DescriptionOf<typeof getWebhookEndpoint> = {
  prose: `
Returns one webhook endpoint: its subscription, since when it fails, and why the service disabled it.`,
};

export const updateWebhookEndpoint = defineEndpoint({
  name: "update-webhook",
  method: "PATCH",
  path: "/api/webhooks/{id}",
  summary: "Change a webhook endpoint; enabling it clears the reason why it was disabled",
  scope: "webhooks:write",
  tableActions: ["GetItem", "UpdateItem"],
  acceptsIfMatch: "version",
  body: webhookChanges,
  response: webhookResponse,
});

export const updateWebhookDescription: DescriptionOf<typeof updateWebhookEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getWebhook", by: "change" },
  body: { events: ["*"] },
  prose: `
Changes only the fields that the body names. A new URL is checked as at creation, with the same \`warnings\`. If its
origin differs, the stored \`headers\` must be sent again. With \`If-Match\`, a version that is no longer current is 409
\`version_conflict\`.

Events that happen while an endpoint is disabled are kept as \`skipped\` deliveries. Setting \`enabled\` to true clears
\`disabled_reason\`; a [recovery](#tag/webhooks/POST/api/webhooks/{id}/recover) sends the skipped deliveries.`,
};

export const deleteWebhookEndpoint = defineEndpoint({
  name: "delete-webhook",
  method: "DELETE",
  path: "/api/webhooks/{id}",
  summary: "Delete a webhook endpoint; its pending deliveries are not sent",
  scope: "webhooks:write",
  tableActions: ["GetItem", "DeleteItem"],
  acceptsIfMatch: "version",
  response: { status: 204 },
});

export const deleteWebhookDescription: DescriptionOf<typeof deleteWebhookEndpoint> = {
  lostAnswer: { way: "deletion", gone: ["not_found"] },
  path: { id: "{otherWebhook}" },
  prose: `
Deletes an endpoint. Its pending deliveries are not sent, and its deliveries can no longer be listed. The events
themselves stay in the log for their 30 days. To stop for a while, disable the endpoint instead.`,
};

export const rotateWebhookSecretEndpoint = defineEndpoint({
  name: "rotate-webhook-secret",
  method: "POST",
  path: "/api/webhooks/{id}/rotate-secret",
  summary: "Create a new signing secret, shown only once; requests carry both signatures for 24 hours",
  scope: "webhooks:write",
  tableActions: ["GetItem", "UpdateItem"],
  acceptsIfMatch: "version",
  body: noSettings,
  response: { status: 200, schema: webhookWithSecret },
});

export const rotateWebhookSecretDescription: DescriptionOf<typeof rotateWebhookSecretEndpoint> = {
  lostAnswer: { way: "failed" },
  body: {},
  response: ({ Webhook }) => ({
    ...Webhook,
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
    previous_secret_expires_at: "2026-11-03T15:00:00.000Z",
  }),
  prose: `
Creates a new signing secret, which only this response shows. For 24 hours, requests carry a signature with each of the
two secrets. Change the receiver's secret within that time. With \`If-Match\`, a version that is no longer current is 409
\`version_conflict\`.`,
};
