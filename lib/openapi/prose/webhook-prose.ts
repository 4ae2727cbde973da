/** Of the endpoints of events and webhooks. */
export const WEBHOOK_PROSE = {
  "list-events": `
Lists the changes of leads and consultations in the last 30 days, newest first; \`type\`, \`record\` and \`actor\` filter. With \`after\`, the
\`latest\` of an earlier answer, it goes forward instead, oldest first: a reader that always continues from the last \`latest\` sees every event
exactly once, usually within a second of the change, and needs no webhook. Ask again at once while \`next_cursor\` is not null. Events show
records as they were before and after, whatever read scopes the key lacks.`,

  "get-event": `
Returns one event by its id, which is also the \`webhook-id\` of its deliveries. An event older than 30 days is 404 \`not_found\`.`,

  "create-webhook": `
Subscribes a URL to event types, or to all with \`*\`. The signing secret (\`secret\`, \`whsec_…\`) is in this answer alone; requests are
[signed](#description/signatures) with it. The URL must be \`https\` and lead to public addresses, which is checked now and at each
connection. A firm has at most 50 endpoints. The endpoint receives what happens from now on; [recover](#tag/webhooks/POST/api/webhooks/{id}/recover)
with \`missing\` sends earlier events.`,

  "list-webhooks": `
Lists the firm's webhook endpoints, newest first, with whether they work: \`failing_since\`, \`enabled\` and \`disabled_reason\`. Secrets are
never shown again, and the values of \`headers\` are masked.`,

  "get-webhook": `
Returns one webhook endpoint: its subscription, since when it fails, and why the service has disabled it, if it has.`,

  "update-webhook": `
Changes the fields that the body names. A new URL is checked as at creation. Setting \`enabled\` to true clears \`disabled_reason\`;
what was skipped meanwhile is sent by a [recovery](#tag/webhooks/POST/api/webhooks/{id}/recover). Events that happen while an endpoint is
disabled are kept as \`skipped\` deliveries. With \`If-Match\`, a version that is no longer current is 409 \`version_conflict\`.`,

  "delete-webhook": `
Removes an endpoint. What is still pending for it is not sent, and its deliveries can no longer be listed. The events themselves stay in the
log for their 30 days. To stop for a while, disable the endpoint instead.`,

  "rotate-webhook-secret": `
Creates a new signing secret, shown in this answer alone. For 24 hours requests carry a signature by each of the two, so a receiver that knows
either verifies them: change the receiver's secret within that time.`,

  "send-test-event": `
Sends the event \`webhook.test\` to the endpoint at once, whatever types it subscribes to; its \`data\` is the endpoint. It is signed and
repeated like every delivery, and listed among them, but it is in no log. The answer is the delivery before its first attempt: list the
deliveries to see how it went. A disabled endpoint is 422.`,

  "list-webhook-deliveries": `
Lists an endpoint's deliveries of the last 30 days, newest first, with each attempt: when it was made, the status or error, and how long it
took. \`waiting_for\` is \`endpoint\` while deliveries wait for an endpoint that fails again and again.`,

  "redeliver-webhook": `
Sends the same event again with the same \`webhook-id\`, whatever the delivery's state, in a new round of up to ten attempts. Attempts that
still waited are void, so a receiver gets it once more and not twice. A disabled endpoint is 422.`,

  "recover-deliveries": `
Sends again what an endpoint missed in a period, after it was down: its \`failed\` and \`skipped\` deliveries, oldest first, up to 100 a
call. With \`missing\` it adds events that were never sent there, because the endpoint did not exist or did not subscribe to them.
Continue with the same body and \`?cursor=\` until \`next_cursor\` is null. Receivers see known events again with the same
\`webhook-id\`. A disabled endpoint is 422.`,
} as const;
