/** Of the endpoints of holds and attorneys. */
export const SCHEDULING_PROSE = {
  "create-hold": `
Keeps a slot from everybody else for 30 to 900 seconds (600 by default), while a client decides or pays. The slot is judged as in a booking:
the same four errors with \`next_available\`, booking rules included. A live hold counts like a consultation, for overlaps, the buffer
and \`max_per_day\`; an attorney has at most 20, and one more is 422 \`booking_not_allowed\`. With the key of a consultation type, duration and
attorney may be left out, as in a booking.

Then [book](#tag/consultations/POST/api/consultations) or [reschedule](#tag/consultations/PATCH/api/consultations/{id}) with its id as
\`hold_id\`. A hold that is not used ends by itself. It emits no event. Send an \`Idempotency-Key\`, so that a repeat returns the same hold.`,

  "delete-hold": `
Gives a held slot back before it expires, for example when the client leaves. A hold that has expired, was deleted or has become a
consultation is 404 \`not_found\`; its slot needs nothing more.`,

  "list-attorneys": `
Lists the members with whom consultations can be booked: active and schedulable ones, newest first. An attorney without office hours
(\`has_office_hours\`) has no free slot. Unlike the list of members it needs no scope for settings, and shows nobody's time off.`,

  "find-availability": `
Lists when any attorney of a pool is free: the pool of the \`type\`, or the \`attorneys\` that the request names, or everybody who can be
booked, the first 20 by creation. Each start comes with the attorneys of whom a booking of that duration would be accepted next; with the
key of a type, a booking may leave the attorney out. The rules and \`step_min\` are those of [one attorney's
availability](#tag/attorneys/GET/api/attorneys/{id}/availability). A range that holds more than one response can carry is 422 naming \`to\`.`,

  "get-availability": `
Lists the start instants in a range of at most 31 days at which a consultation of \`duration_min\` minutes would be accepted now, by the very
rule that judges a booking: office hours, time off, holidays, booking rules, consultations and holds. \`step_min\` sets how far apart the
starts are (15 minutes by default), counted on the attorney's clock from the start of each window of office hours. A free interval's
beginning is a start too: the end of closed hours, of time off, or of a consultation or hold with its buffer, so that no gap is too narrow
for the step. Two ranges list the same starts where they overlap. Starts that have passed are left out. Each is free when it is listed; a booking decides, so be ready for
\`slot_unavailable\`, or hold the slot first. A member who cannot be booked is 404.`,

  "get-calendar": `
Shows what takes an attorney's time in a range of at most 31 days: consultations that are live or completed, archived ones too, and live
holds, both by start; time off as stored, and the firm's holidays. It works for any member, since one who can no longer be booked may still
have consultations. A range that holds more than one response can carry is 422 naming \`to\`: ask for a shorter one.`,
} as const;

/** What the fields of holds and attorneys mean. */
export const SCHEDULING_FIELDS = {
  attorneys: "The attorneys to look for, by their ids, separated by commas; by default the pool of the type.",
  consultations: "The attorney's consultations in the range, ordered by start.",
  "get-calendar.data": "What of the attorney's time overlaps the range.",
  "find-availability.data": "The free start instants, in order, and whose they are.",
  "find-availability.attorney_ids": "The attorneys of whom a booking at that instant would be accepted.",
  "find-availability.start_at": "The start instant.",
  "find-availability.time_zone": "The firm's time zone, as IANA names it.",
  "find-availability.type":
    "The key of a consultation type, for its pool and its duration; without one, everybody who can be booked.",
  "find-availability.duration_min": "Minutes from start to end; by default those of the type.",
  "get-availability.data": "The free start instants, in order.",
  has_office_hours: "Whether the attorney has any office hours; without them nothing can be booked.",
  holds: "Slots that are held for somebody, ordered by start.",
  seconds: "How long the slot is held.",
  to: "The last instant (exclusive), with its zone; at most 31 days after `from`.",
  step_min:
    "Minutes from one start instant to the next, counted from the start of each window of office hours; a free interval's beginning is a start too.",
};
