import type { EventType, TEST_EVENT } from "../../../../shared/events/event-types.contract.ts";

/** The occasion of each event, as Markdown. */
export const EVENT_PROSE: Readonly<Record<EventType | typeof TEST_EVENT, string>> = {
  "lead.created": "A lead was created, by the API or by a source's delivery.",
  "lead.updated":
    "Fields of a lead other than stage and assignee changed, or the lead was restored. After an erasure the values are empty: erase your copies.",
  "lead.status_changed": "A lead moved to another stage. `previous.status` is the former stage.",
  "lead.assigned": "A lead was assigned to another member, or to nobody.",
  "lead.archived": "A lead was archived, or merged into another one.",
  "lead.duplicate_found":
    "A lead got an email address or phone number that [other leads](#description/find-a-caller) have. `duplicates` names them. Sent in addition to the event of the change itself.",
  "lead.merged":
    "Another lead was [merged](#description/merge-two-leads) into this lead. `merged_from` is the other lead, which is archived.",
  "consultation.booked": "A consultation was booked, by the firm or by a client's link.",
  "consultation.rescheduled": "A consultation got another time, duration, attorney or time zone.",
  "consultation.canceled": "A consultation was canceled. Its slot is free.",
  "consultation.completed": "A consultation took place.",
  "consultation.no_show": "The lead did not come to a consultation.",
  "consultation.updated":
    "The payment or location of a consultation changed, it was restored, or a merge moved it to another lead. After an erasure the values are empty: erase your copies.",
  "consultation.archived": "A consultation was archived.",
  "consultation.reminder_due":
    "It is time to [remind](#description/remind-clients) the client, `minutes_before` the start. `lead` has the client's contact.",
  "consultation.busy_overlap":
    "A calendar of the attorney has a new busy time, `busy`, that overlaps the consultation. The consultation stays.",
  "calendar.stale":
    "A [calendar](#description/busy-times-of-other-calendars) of the attorney was not told in time: its `stale_at` passed. Its busy times stay. Sent once, within a minute or two, until a push makes the calendar fresh.",
  "webhook.test": "A test of the endpoint, which is the event's `data`. The log of events does not have it.",
};

/** The meaning of the fields of events and webhooks. */
export const WEBHOOK_FIELDS = {
  actor: "The cause of the change, such as an API key, a source or the system.",
  "actor.type": "The type of the cause.",
  "actor.id": "The id of the key, source or link; null for the service itself.",
  "list-events.actor": "Only events that the API key or source with this id caused.",
  after: "The `latest` of an earlier response. Lists the events after that position, oldest first.",
  at: "When the attempt was made.",
  "attempts.error": "Why there was no response; null if there was one.",
  "attempts.status": "The HTTP status of the response; null if there was none.",
  attempts: "The attempts so far, oldest first.",
  duration_ms: "How long the attempt took, in milliseconds.",
  "Event.created_at": "When the change happened.",
  "Event.type": "The type of the event.",
  "Event.data": "The record after the change, as the API shows it.",
  "Event.lead":
    "Only in `consultation.reminder_due`: the lead to remind, as it was when the event was created. Blank if the lead was erased.",
  latest: "The last position in the log. Send it as `after` to continue from there.",
  "list-events.type": "Only events of this type.",
  merged_from: "Only in `lead.merged`: the id of the lead that was merged into the one in `data`.",
  minutes_before: "Only in `consultation.reminder_due`: minutes from the reminder to the start.",
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
