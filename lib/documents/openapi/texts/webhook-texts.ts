import type { EventType, TEST_EVENT } from "../../../../shared/events/event-types.contract.ts";

/** The occasion of each event, as Markdown. */
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
    "A consultation's payment or location was changed, it was restored, or it came to another lead by a merge. After an erasure the values are empty: erase your copies.",
  "consultation.archived": "A consultation was archived.",
  "consultation.reminder_due":
    "It is time to [remind](#description/remind-clients) the client, `minutes_before` the start; `lead` says whom.",
  "webhook.test": "Somebody tests the endpoint, which is the event's `data`. It is in no log.",
};

/** The meaning of the fields of events and webhooks. */
export const WEBHOOK_FIELDS = {
  actor: "Who caused the change.",
  "list-events.actor": "Only events that this API key or source caused, by its id.",
  after: "The `latest` of an earlier response: lists what came after it, oldest first.",
  at: "When the attempt was made.",
  attempts: "The attempts so far, oldest first.",
  duration_ms: "How long the attempt took, in milliseconds.",
  "Event.created_at": "When it happened.",
  "Event.data": "The record as the API shows it.",
  "Event.lead":
    "Of `consultation.reminder_due`: whom it is for, as the lead is when the event is made; blank once the lead was erased.",
  latest: "The position in the log that the next request's `after` continues from.",
  "list-events.type": "Only events of this type.",
  merged_from: "Of `lead.merged`: the id of the lead that was merged into the one in `data`.",
  minutes_before:
    "Of `consultation.reminder_due`: which of the reminders it is, in minutes before the start.",
  missing: "Also sends events of which there is no delivery.",
  next_attempt_at: "When it is tried next; null when it is not.",
  previous: "Old values of the changed fields; null means that there was none.",
  record: "Only events of this lead or consultation, by id.",
  secret: "The secret that signs requests; only this response shows it.",
  sequence: "The record's revision: orders the events of one record.",
  state: "Whether it is pending, delivered or failed.",
  states: "The states of the deliveries to send again.",
  waiting_for: "What a pending delivery waits for.",
  webhook_id: "The endpoint.",
};
