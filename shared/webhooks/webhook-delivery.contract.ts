import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { EVENT_TYPES } from "../events/event-types.contract.ts";
import { choice, choices } from "../schema/fields.ts";
import { page, pageQuery } from "../schema/page.ts";
import { noSettings, settingsObject } from "../schema/settings-object.ts";
import { instant, instantInput } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

/** The delivery of one event to an endpoint. `id` is the event's id, the `webhook-id` of every request. */
export const webhookDelivery = lazy(() =>
  z.object({
    id: z.uuid(),
    webhook_id: z.uuid(),
    type: z.string(),
    /** `skipped`: the endpoint was disabled. */
    state: z.enum(["pending", "delivered", "failed", "skipped"]),
    created_at: instant(),
    /** `endpoint`: it is sent once the endpoint, which failed several times in a row, works again. */
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

const RECOVERABLE_STATES = ["failed", "skipped"] as const;

/** The deliveries to send again: of events from `since` on, before `until`. */
const recovery = lazy(() =>
  settingsObject({
    since: instantInput(),
    until: z.optional(instantInput()),
    states: z._default(choices(RECOVERABLE_STATES, "must have at least one state"), [...RECOVERABLE_STATES]),
    /** True to send also events that the endpoint was never sent. */
    missing: z._default(z.boolean(), false),
  }).check(
    z.refine(({ since, until }) => until === undefined || since < until, {
      path: ["until"],
      error: "must be after since",
    }),
  ),
);

export type Recovery = z.output<ReturnType<typeof recovery>>;

/** The event to send, unless it is `webhook.test`. */
const testEvent = lazy(() => settingsObject({ type: z.optional(choice(EVENT_TYPES)) }));

const deliveryResponse = { status: 202, schema: webhookDelivery } as const;

export const sendTestEventEndpoint = defineEndpoint({
  name: "send-test-event",
  method: "POST",
  path: "/api/webhooks/{id}/test",
  summary: "Send a test to the endpoint: the event webhook.test, or an example of a subscribed type",
  scope: "webhooks:write",
  tableActions: ["GetItem", "PutItem"],
  sendsWebhooks: true,
  body: testEvent,
  response: deliveryResponse,
});

export const sendTestEventDescription: DescriptionOf<typeof sendTestEventEndpoint> = {
  lostAnswer: { way: "failed" },
  body: { type: "lead.merged" },
  fields: { type: "The event type to send an example of. Without it, `webhook.test` is sent." },
  response: ({ WebhookDelivery }) => ({
    ...WebhookDelivery,
    type: "lead.merged",
    state: "pending",
    attempts: [],
    next_attempt_at: "2026-11-02T15:00:00.000Z",
  }),
  prose: `
Sends a test to the endpoint at once. With a \`type\` that the endpoint subscribes to, it sends this document's example of
that event. The signed body also has \`"test": true\`, and the request has the header \`intake-test: true\`. Its ids are
those of the examples, except the event's own id. Without a \`type\`, it sends the event \`webhook.test\`, whatever the
endpoint subscribes to; its \`data\` is the endpoint.

A test is signed and repeated like every delivery, and is listed among the deliveries, but not in the log of events. The
response shows the delivery before its first attempt: list the deliveries to see the result. A disabled endpoint is 422,
and so is a type that the endpoint does not subscribe to.`,
};

export const listWebhookDeliveriesEndpoint = defineEndpoint({
  name: "list-webhook-deliveries",
  method: "GET",
  path: "/api/webhooks/{id}/deliveries",
  summary: "List an endpoint's deliveries of the last 30 days with their attempts, newest first",
  scope: "webhooks:read",
  tableActions: ["GetItem", "Query"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(webhookDelivery())) },
});

export const listWebhookDeliveriesDescription: DescriptionOf<typeof listWebhookDeliveriesEndpoint> = {
  prose: `
Lists an endpoint's deliveries of the last 30 days, newest first. Each attempt has its time, its status or error, and
its duration. \`waiting_for\` is \`endpoint\` while deliveries wait because the endpoint fails again and again.`,
};

export const redeliverWebhookEndpoint = defineEndpoint({
  name: "redeliver-webhook",
  method: "POST",
  path: "/api/webhooks/{id}/deliveries/{deliveryId}/redeliver",
  summary: "Send the same event again, with the same webhook-id",
  scope: "webhooks:write",
  tableActions: ["BatchGetItem", "UpdateItem"],
  sendsWebhooks: true,
  body: noSettings,
  response: deliveryResponse,
});

export const redeliverWebhookDescription: DescriptionOf<typeof redeliverWebhookEndpoint> = {
  lostAnswer: { way: "failed" },
  body: {},
  response: ({ WebhookDelivery }) => ({
    ...WebhookDelivery,
    state: "pending",
    attempts: [],
    next_attempt_at: "2026-11-02T15:00:00.000Z",
  }),
  prose: `
Sends an event again with the same \`webhook-id\`, in any state of the delivery, with up to ten new attempts. Attempts
that are still pending are dropped, so the receiver gets the event once more and not twice. A disabled endpoint is 422.`,
};

export const recoverDeliveriesEndpoint = defineEndpoint({
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

export const recoverDeliveriesDescription: DescriptionOf<typeof recoverDeliveriesEndpoint> = {
  lostAnswer: { way: "failed" },
  body: { since: "2026-11-01T00:00:00Z" },
  prose: `
Sends again what an endpoint missed in a period, for example after it was down: its \`failed\` and \`skipped\` deliveries,
oldest first, up to 100 a call. With \`missing\`, it also sends events that were never sent to the endpoint, because it
did not exist or did not subscribe to them. Send the same body with \`?cursor=\` until \`next_cursor\` is null.

Receivers get known events again with the same \`webhook-id\`. If the service itself cannot restart a delivery, the
delivery keeps its state, which its entry shows. A disabled endpoint is 422.`,
};
