/** Of the endpoints of consultations. */
export const CONSULTATION_PROSE = {
  "book-consultation": `
Books a slot of an attorney for a lead. The slot must be within the attorney's office hours (\`outside_office_hours\`), outside time off and
holidays (\`attorney_unavailable\`), allowed by the booking rules (\`booking_not_allowed\`) and free (\`slot_unavailable\`), judged in this
order. Each of these errors carries \`next_available\`: up to three later starts at which the same booking would be accepted now, so a
program can offer them at once. Two requests for one slot never both succeed.

When \`type\` is the key of one of the firm's \`consultation_types\`, it gives the duration and the amount that the body leaves out. The body
may leave out \`attorney_id\` too: then [any attorney](#description/offer-times-of-any-attorney) in the type's pool takes it, the one with
the fewest consultations on that day, and it succeeds as long as one of them is free.

With \`hold_id\` the booking takes over a slot that was [held](#tag/holds/POST/api/holds) before; attorney, start and duration must be the
hold's, and an attorney that is left out is the hold's. A hold that has expired counts for nothing: the booking then succeeds if the slot is free. \`ignore_booking_rules\` leaves out the
booking rules, for what staff enters afterwards, but never office hours, time off or overlaps.

Emits \`consultation.booked\`. Send an \`Idempotency-Key\`: a repeat answers 201 with the same consultation, also when the slot would no
longer be accepted. A lead or an attorney that is not the firm's, or an attorney who cannot be booked, is 422.`,

  "list-consultations": `
Lists the firm's consultations by creation, newest first, a page at a time: those that are not archived, or archived ones with
\`archived=true\`. Filter by attorney, lead and status, or by a range of \`start_at\` with \`from\` and \`to\`. For one attorney's days in the
order of time, use the [calendar](#tag/attorneys/GET/api/attorneys/{id}/calendar).`,

  "get-consultation": `
Returns one consultation, whatever its status, archived or not. After a cancellation whose answer was lost, this shows whether it took place.`,

  "get-calendar-file": `
Returns the consultation as an iCalendar file (RFC 5545) with one event, which calendars import: its type, the lead's name and the firm
as title, start and end in UTC. The event's \`UID\` is the consultation's id and its \`SEQUENCE\` grows with each change, so a file that is
imported later updates the event. A canceled consultation is \`STATUS:CANCELLED\`. Errors are JSON as everywhere.`,

  "update-consultation": `
Reschedules or cancels; one request does one of the two. Any of \`start_at\`, \`duration_min\`, \`attorney_id\` and \`time_zone\` reschedules:
the new slot is judged as in a booking, with the same four errors and \`next_available\`, the old one becomes free in the same write, and
the status is \`rescheduled\`. What is left out stays. If nothing differs from the stored values, the consultation is returned as it is.
\`hold_id\` takes over a held slot, and \`ignore_booking_rules\` leaves out the booking rules.

\`"status": "canceled"\` cancels, and the slot is free again. Emits \`consultation.rescheduled\` or \`consultation.canceled\`.

A canceled, completed or missed consultation is final: any PATCH of it is 404 \`not_found\`, also a second cancellation.`,

  "complete-consultation": `
Records that the meeting took place, with an \`outcome\` and firm-defined \`data\` if there are any. The status becomes \`completed\`, which
is final; the slot stays taken. Emits \`consultation.completed\`. A consultation that is final already is 404 \`not_found\`.`,

  "mark-no-show": `
Records that the lead did not come. The status becomes \`no-show\`, which is final, and the slot is free again. Emits
\`consultation.no_show\`. A consultation that is final already is 404 \`not_found\`.`,

  "record-payment": `
Sets whether a consultation is paid, its amount in the firm's currency, or both; the body needs at least one. It works in every status, since
people pay after a meeting too. Emits \`consultation.updated\`, and nothing when nothing changes.`,

  "archive-consultation": `
Hides a consultation from the list; \`archived=true\` lists it. That is independent of its status: it keeps its slot, and can still be
rescheduled, canceled, completed and paid. Emits \`consultation.archived\`. Repeated, it returns the consultation and emits nothing.`,

  "unarchive-consultation": `
Shows an archived consultation in the list again; nothing else changes. Emits \`consultation.updated\`. One that is not archived is returned
as it is, and nothing is emitted.`,
} as const;

/** What the fields of consultations mean. */
export const CONSULTATION_FIELDS = {
  ...Object.fromEntries(
    ["book-consultation", "create-hold"].flatMap((endpoint) => [
      [
        `${endpoint}.attorney_id`,
        "The attorney, an active and schedulable member of the firm. Without one, any in the pool of the type.",
      ],
      [`${endpoint}.duration_min`, "Minutes from start to end; by default those of the type."],
      [
        `${endpoint}.type`,
        "The key of one of the firm's `consultation_types`, or any other text, which needs an attorney and a duration.",
      ],
    ]),
  ),
  amount: "The price in the firm's currency; null when there is none.",
  attorney: "Only consultations with this attorney, by id.",
  attorney_id: "The attorney, an active and schedulable member of the firm.",
  "book-consultation.amount":
    "The price in the firm's currency, by default that of the type; null when there is none.",
  duration_min: "Minutes from start to end.",
  hold_id: "The hold of this very slot, which the booking takes over.",
  ignore_booking_rules: "Leaves out the booking rules: for what staff enters after the fact.",
  "list-consultations.archived": "`true` lists archived consultations only; the default is `false`.",
  "Consultation.data": "Values of the fields that the firm defines for consultations, by their keys.",
  "book-consultation.data": "Values of the fields that the firm defines, by their keys; others are dropped.",
  "complete-consultation.data": "Values to set, by their keys; null removes one.",
  "list-consultations.lead": "Only consultations with this lead, by id.",
  "Consultation.outcome": "The result of the meeting; null when none was recorded.",
  "complete-consultation.outcome": "The result of the meeting.",
  paid: "Whether it is paid.",
  "list-consultations.to": "The last instant (exclusive), with its zone.",
  "list-consultations.status": "Only consultations with this status.",
  "update-consultation.status": "`canceled` cancels the consultation.",
  "Consultation.type": "What the meeting is, in the firm's own words.",
  start_at: "The instant at which it begins.",
};
