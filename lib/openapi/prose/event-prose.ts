import type { EventType, TEST_EVENT } from "../../../shared/events/event-types.contract.ts";

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
