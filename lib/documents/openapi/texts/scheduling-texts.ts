/** The meaning of the fields of holds and attorneys. */
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
