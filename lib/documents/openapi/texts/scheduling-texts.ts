/** The meaning of the fields of holds and attorneys. */
export const SCHEDULING_FIELDS = {
  attorneys: "The ids of the attorneys, separated by commas. The default is the pool of the type.",
  consultations: "The attorney's consultations in the range, ordered by start.",
  "get-calendar.data": "The parts of the attorney's time that overlap the range.",
  "find-availability.data": "The free starts in order of time, each with the attorneys who are free.",
  "find-availability.attorney_ids": "The ids of the attorneys who can be booked for this start.",
  "find-availability.start_at": "The start.",
  "find-availability.time_zone": "The firm's IANA time zone.",
  "find-availability.type":
    "The key of a consultation type, which gives the pool and the duration. Without one, the pool is every attorney who can be booked.",
  "find-availability.duration_min": "The duration in minutes. The default is that of the type.",
  "get-availability.data": "The free starts, in order of time.",
  busy: "The busy times of the attorney's calendars, ordered by start.",
  "busy.start_at": "When the busy time starts.",
  "busy.end_at": "When it ends (exclusive).",
  names:
    'Whether the calendar shows what a consultation is, with whom and where; otherwise it says only "Busy".',
  calendar: "The name of the calendar.",
  as_of: "When the calendar was last read; for a feed that was not read yet, when it was made.",
  "StaleCalendar.attorney_id": "The attorney.",
  "StaleCalendar.stale_at": "Since when the calendar counts as stale.",
  stale_at: "From when the calendar counts as stale; null for never.",
  last_error: "Why the calendar could not be read; null when it could.",
  has_office_hours:
    "Whether the attorney has any office hours, weekly or of one date, even a past one. Without office hours, nothing can be booked.",
  "Hold.expires_at":
    "The instant until which the slot is surely held. It may be refused to others for a second more.",
  holds: "The attorney's live holds in the range, ordered by start.",
  seconds: "How long the slot is held, in seconds.",
  to: "The end of the range (exclusive), with `Z` or an offset, at most 31 days after `from`.",
  step_min:
    "Minutes between two starts, counted from the start of each window of office hours. The beginning of each free interval is a start too. The default is 15.",
};
