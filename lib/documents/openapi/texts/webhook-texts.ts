import type { EventType, TEST_EVENT } from "../../../../shared/events/event-types.contract.ts";

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
Changes the fields that the body names. A new URL is checked as at creation; with one of another origin, \`headers\` that are stored must be
sent anew. Setting \`enabled\` to true clears \`disabled_reason\`;
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
Continue with the same body and \`?cursor=\` until \`next_cursor\` is null. A delivery that the service itself cannot restart is
passed, and shown in the state that it stays in. Receivers see known events again with the same
\`webhook-id\`. A disabled endpoint is 422.`,
} as const;

/** When an event is sent, as Markdown. */
export const EVENT_PROSE: Readonly<Record<EventType | typeof TEST_EVENT, string>> = {
  "lead.created": "A lead was created, by the API or by a source's delivery.",
  "lead.updated":
    "Fields of a lead were changed, other than stage and assignee, or it was restored. After an erasure the values are empty: erase your copies.",
  "lead.status_changed": "A lead came to another stage; `previous.status` is the earlier one.",
  "lead.assigned": "A lead came to another member, or to nobody.",
  "lead.archived": "A lead was archived, or merged into another one.",
  "lead.duplicate_found":
    "A lead came to have an address or number that [others](#description/find-a-caller) have, which `duplicates` names. Sent beside the event of the change itself.",
  "lead.merged":
    "A lead remains after a [merge](#description/merge-two-leads); `merged_from` is the other one, which is archived.",
  "consultation.booked": "A consultation was booked, by the firm or by a client's link.",
  "consultation.rescheduled": "A consultation came to another time, duration or attorney.",
  "consultation.canceled": "A consultation was canceled; its slot is free again.",
  "consultation.completed": "A consultation took place.",
  "consultation.no_show": "A consultation was not attended.",
  "consultation.updated":
    "A consultation's payment was changed, it was restored, or it came to another lead by a merge. After an erasure the values are empty: erase your copies.",
  "consultation.archived": "A consultation was archived.",
  "consultation.reminder_due":
    "It is time to [remind](#description/remind-clients) the client, `minutes_before` the start; `lead` says whom.",
  "webhook.test": "Somebody tests the endpoint, which is the event's `data`. It is in no log.",
};

/** What the fields of events and webhooks mean. */
export const WEBHOOK_FIELDS = {
  actor: "Who caused the change.",
  "list-events.actor": "Only events that this API key or source caused, by its id.",
  after: "The `latest` of an earlier response: lists what came after it, oldest first.",
  at: "When the attempt was made.",
  attempts: "The attempts so far, oldest first.",
  disabled_reason: "Why the service disabled the endpoint; null when it is enabled or the firm disabled it.",
  duration_ms: "How long the attempt took, in milliseconds.",
  "Event.created_at": "When it happened.",
  "Event.data": "The record as the API shows it.",
  "Event.lead":
    "Of `consultation.reminder_due`: whom it is for, as the lead is when the event is made; blank once the lead was erased.",
  events: "The event types that the endpoint receives; `*` for all, future ones too.",
  failing_since: "The first failure since the last success; null when it works.",
  headers:
    "Headers of the firm's own for each request, none that the service sets; responses mask the values.",
  latest: "The position in the log that the next request's `after` continues from.",
  "list-events.type": "Only events of this type.",
  merged_from: "Of `lead.merged`: the id of the lead that was merged into the one in `data`.",
  minutes_before:
    "Of `consultation.reminder_due`: which of the reminders it is, in minutes before the start.",
  missing: "Also sends events of which there is no delivery.",
  next_attempt_at: "When it is tried next; null when it is not.",
  previous: "Old values of the changed fields; null means that there was none.",
  previous_secret_expires_at: "When the secret before stops signing; null when there is none.",
  record: "Only events of this lead or consultation, by id.",
  secret: "The secret that signs requests; only this response shows it.",
  sequence: "The record's revision: orders the events of one record.",
  state: "Whether it is pending, delivered or failed.",
  states: "The states of the deliveries to send again.",
  url: "The address that requests go to: a public one, without a user name.",
  waiting_for: "What a pending delivery waits for.",
  webhook_id: "The endpoint.",
};
