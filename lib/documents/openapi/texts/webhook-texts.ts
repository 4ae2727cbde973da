/** The meaning of the fields of events and webhooks. */
export const WEBHOOK_FIELDS = {
  actor: "The cause of the change, such as a member who has signed in, an API key, a source or the system.",
  "actor.type": "The type of the cause.",
  "actor.id": "The id of the member, key, source or link; null for the service itself.",
  "list-events.actor": "Only events that the member, API key, source or link with this id caused.",
  after: "The `latest` of an earlier response. Lists the events after that position, oldest first.",
  at: "When the attempt was made.",
  "attempts.error": "Why there was no response; null if there was one.",
  "attempts.status": "The HTTP status of the response; null if there was none.",
  attempts: "The attempts so far, oldest first.",
  duration_ms: "How long the attempt took, in milliseconds.",
  "Event.created_at": "When the change happened.",
  "Event.type": "The type of the event.",
  "Event.data": "The record after the change, as the API shows it.",
  latest: "The last position in the log. Send it as `after` to continue from there.",
  "list-events.lead":
    "The history of the lead with this id, however old. Goes with `type` and `actor`, not with `record` or `after`.",
  "list-events.type": "Only events of this type.",
  missing: "Whether to send also events that were never sent to the endpoint. The default is `false`.",
  next_attempt_at: "When the next attempt is made; null if none is planned.",
  previous: "The former values of the changed fields; null if there was no value.",
  record:
    "Only events of the lead or consultation with this id, or of the calendars of the attorney with this id.",
  secret: "The secret that signs requests; only this response shows it.",
  sequence:
    "The revision of the record, which grows with each change. It orders the events of one record. `consultation.busy_overlap` changes no record: it has the revision of the last change. In `calendar.stale`, it counts the changes of the attorney's calendars.",
  state: "The state of the delivery. `skipped` means that the endpoint was disabled.",
  states: "The states of the deliveries to send again, by default both.",
  waiting_for:
    "`endpoint` if a pending delivery waits until the failing endpoint works again; otherwise null.",
  "WebhookDelivery.type": "The type of the event.",
  webhook_id: "The id of the endpoint.",
};
