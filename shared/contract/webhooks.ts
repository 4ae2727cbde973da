import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint-definition.ts";
import { ALL_EVENTS, EVENT_TYPES } from "./event-types.ts";
import { choices, instant, instantInput, page, pageQuery, requiredText, text } from "./schema/fields.ts";
import { headerFields } from "./schema/header-fields.ts";
import { lazy } from "./schema/lazy.ts";
import { LIMITS } from "./schema/limits.ts";
import { parseUrl } from "./schema/text.ts";

const RECOVERABLE_STATES = ["failed", "skipped"] as const;

const SUBSCRIPTIONS = [ALL_EVENTS, ...EVENT_TYPES] as const;

/** A webhook endpoint as the API shows it, without the secret. */
export const webhook = lazy(() =>
  z.object({
    id: z.uuid(),
    url: z.string(),
    events: z.array(z.enum(SUBSCRIPTIONS)),
    description: z.string(),
    /** Headers of the firm's own; the values are masked. */
    headers: z.record(z.string(), z.string()),
    enabled: z.boolean(),
    /** Why the service disabled it; null when it is enabled or the firm disabled it. */
    disabled_reason: z.nullable(z.string()),
    /** The first failure since the last success. */
    failing_since: z.nullable(instant()),
    /** When the previous secret stops signing; null when there is none. */
    previous_secret_expires_at: z.nullable(instant()),
    created_at: instant(),
    version: z.int(),
  }),
);

export type WebhookResource = z.output<ReturnType<typeof webhook>>;

/** With the secret, which only the responses to creation and rotation contain. */
export const webhookWithSecret = lazy(() => z.extend(webhook(), { secret: z.string() }));

/** The delivery of one event to an endpoint. `id` is the event's id, the `webhook-id` of every request. */
export const webhookDelivery = lazy(() =>
  z.object({
    id: z.uuid(),
    webhook_id: z.uuid(),
    type: z.string(),
    /** `skipped`: the endpoint was disabled. */
    state: z.enum(["pending", "delivered", "failed", "skipped"]),
    created_at: instant(),
    /** `endpoint`: it is sent when the endpoint, which failed several times in a row, works again. */
    waiting_for: z.nullable(z.enum(["endpoint"])),
    next_attempt_at: z.nullable(instant()),
    attempts: z.array(
      z.object({
        at: instant(),
        status: z.nullable(z.int()),
        duration_ms: z.int(),
        error: z.nullable(z.string()),
      }),
    ),
  }),
);

export type WebhookDeliveryResource = z.output<ReturnType<typeof webhookDelivery>>;

/** Parsed once: what is stored, checked and connected to is the URL as `URL` writes it. */
const url = () =>
  z.pipe(
    z.string().check(z.overwrite((value) => parseUrl(value)?.href ?? value)),
    requiredText(LIMITS.webhookUrlCharacters).check(
      z.refine((value) => value === "" || URL.canParse(value), "must be a URL"),
    ),
  );

const events = () => choices(SUBSCRIPTIONS, "must have at least one type, or *");

const fields = () => ({
  url: url(),
  events: events(),
  description: text(LIMITS.webhookDescriptionCharacters),
  headers: headerFields(),
  enabled: z.boolean(),
});

const newWebhook = lazy(() => {
  const { url, events, description, headers, enabled } = fields();
  return z.object({
    url,
    events,
    description: z._default(description, ""),
    headers: z._default(headers, {}),
    enabled: z._default(enabled, true),
  });
});

const webhookChanges = lazy(() => z.partial(z.object(fields())));

export type NewWebhook = z.output<ReturnType<typeof newWebhook>>;
export type WebhookChanges = z.output<ReturnType<typeof webhookChanges>>;

/** Which deliveries to send again: of events from `since` on, before `until`. */
const recovery = lazy(() =>
  z
    .object({
      since: instantInput(),
      until: z.optional(instantInput()),
      states: z._default(choices(RECOVERABLE_STATES, "must have at least one state"), [
        ...RECOVERABLE_STATES,
      ]),
      /** Whether to send also the events that the endpoint was never sent. */
      missing: z._default(z.boolean(), false),
    })
    .check(
      z.refine(({ since, until }) => until === undefined || since < until, {
        path: ["until"],
        error: "must be after since",
      }),
    ),
);

export type Recovery = z.output<ReturnType<typeof recovery>>;

const webhookResponse = { status: 200, schema: webhook } as const;
const deliveryResponse = { status: 202, schema: webhookDelivery } as const;

export const listWebhooks = defineEndpoint({
  name: "list-webhooks",
  method: "GET",
  path: "/api/webhooks",
  summary: "List the firm's webhook endpoints, newest first",
  scope: "webhooks:read",
  tableActions: ["Query"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(webhook())) },
});

export const createWebhook = defineEndpoint({
  name: "create-webhook",
  method: "POST",
  path: "/api/webhooks",
  summary: "Add a webhook endpoint; its signing secret is shown only once",
  scope: "webhooks:write",
  tableActions: ["PutItem", "Query"],
  body: newWebhook,
  response: { status: 201, schema: webhookWithSecret },
});

export const getWebhook = defineEndpoint({
  name: "get-webhook",
  method: "GET",
  path: "/api/webhooks/{id}",
  summary: "Get a webhook endpoint, including why it was disabled",
  scope: "webhooks:read",
  tableActions: ["GetItem"],
  response: webhookResponse,
});

export const updateWebhook = defineEndpoint({
  name: "update-webhook",
  method: "PATCH",
  path: "/api/webhooks/{id}",
  summary: "Change a webhook endpoint; enabling it clears the reason why it was disabled",
  scope: "webhooks:write",
  tableActions: ["GetItem", "UpdateItem"],
  acceptsIfMatch: true,
  body: webhookChanges,
  response: webhookResponse,
});

export const deleteWebhook = defineEndpoint({
  name: "delete-webhook",
  method: "DELETE",
  path: "/api/webhooks/{id}",
  summary: "Delete a webhook endpoint; its pending deliveries are not sent",
  scope: "webhooks:write",
  tableActions: ["GetItem", "DeleteItem"],
  acceptsIfMatch: true,
  response: { status: 204 },
});

export const rotateWebhookSecret = defineEndpoint({
  name: "rotate-webhook-secret",
  method: "POST",
  path: "/api/webhooks/{id}/rotate-secret",
  summary: "Create a new signing secret, shown only once; requests carry both signatures for 24 hours",
  scope: "webhooks:write",
  tableActions: ["GetItem", "UpdateItem"],
  response: { status: 200, schema: webhookWithSecret },
});

export const sendTestEvent = defineEndpoint({
  name: "send-test-event",
  method: "POST",
  path: "/api/webhooks/{id}/test",
  summary: "Send a webhook.test event to the endpoint",
  scope: "webhooks:write",
  tableActions: ["GetItem", "PutItem"],
  sendsWebhooks: true,
  response: deliveryResponse,
});

export const listWebhookDeliveries = defineEndpoint({
  name: "list-webhook-deliveries",
  method: "GET",
  path: "/api/webhooks/{id}/deliveries",
  summary: "List an endpoint's deliveries of the last 30 days with their attempts, newest first",
  scope: "webhooks:read",
  tableActions: ["GetItem", "Query"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(webhookDelivery())) },
});

export const redeliverWebhook = defineEndpoint({
  name: "redeliver-webhook",
  method: "POST",
  path: "/api/webhooks/{id}/deliveries/{deliveryId}/redeliver",
  summary: "Send the same event again, with the same webhook-id",
  scope: "webhooks:write",
  tableActions: ["BatchGetItem", "UpdateItem"],
  sendsWebhooks: true,
  response: deliveryResponse,
});

export const recoverDeliveries = defineEndpoint({
  name: "recover-deliveries",
  method: "POST",
  path: "/api/webhooks/{id}/recover",
  summary: "Send a period's failed and skipped deliveries again, up to 100 a call, oldest first",
  scope: "webhooks:write",
  tableActions: ["GetItem", "Query", "PutItem", "UpdateItem"],
  sendsWebhooks: true,
  query: lazy(() => z.object({ cursor: z.optional(z.string()) })),
  body: recovery,
  response: { status: 200, schema: lazy(() => page(webhookDelivery())) },
});
