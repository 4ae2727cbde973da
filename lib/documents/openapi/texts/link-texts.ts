/** The meaning of the fields of clients' links. */
export const LINK_FIELDS = {
  ...Object.fromEntries(
    ["LinkState", "ClientConsultation"].flatMap((schema) => [
      [
        `${schema}.location`,
        "Where the consultation takes place, such as a room, a phone number or a video link; null when not set.",
      ],
      [`${schema}.amount`, "The price; null if there is no price or no currency."],
      [`${schema}.currency`, "The currency of the amount, as ISO 4217; null if there is no amount."],
    ]),
  ),
  allowed: "What the link may do now, apart from the question which starts are free.",
  book: "Whether the link may book.",
  cancel: "Whether the link may cancel its consultation.",
  cancel_until: "The last instant at which the client may cancel; null if there is no limit.",
  consultation: "The consultation that the link manages or has booked; null before the booking.",
  "create-link.consultation_id":
    "The open consultation that the link manages. Without it, the link books one.",
  expires_in_hours: "Hours during which the link can book, 168 by default. No effect with `consultation_id`.",
  "create-link.attorney_id":
    "The attorney of the booking, an active and schedulable member. Without one, any attorney in the type's pool.",
  "LinkState.expires_at":
    "When the link stops working. With a consultation, that is 30 days after its current end; before the booking, it is the last time to book.",
  "LinkState.attorney": "The attorney; null for any attorney of a pool.",
  "LinkState.attorney.time_zone": "The attorney's IANA time zone.",
  "ClientConsultation.attorney": "The attorney.",
  "ClientConsultation.attorney.time_zone": "The attorney's IANA time zone.",
  "LinkState.contact_phone":
    "The phone number at which the client reaches the firm, in E.164 if it is a valid number; null if the firm has set none.",
  "LinkState.contact_phone_text":
    "`contact_phone` as people write it; null if it is no valid number, or was set before this field existed and not since.",
  "LinkState.contact_phone_text.national":
    "As people in the firm's country write it: `(212) 555-0100`; null for a number of another country.",
  "LinkState.contact_phone_text.international": "As people in other countries write it: `+1 212 555 0100`.",
  "LinkState.firm.country": "The firm's `default_country`, ISO 3166-1 alpha-2.",
  "LinkState.etag":
    "The version of the consultation for a change by the link, in quotes: it changes with start, duration, attorney and status alone. `If-Match` takes it as it is; null before the booking.",
  "LinkState.firm": "The firm.",
  "LinkState.firm.time_zone": "The firm's IANA time zone.",
  "LinkState.duration_min": "The duration in minutes; null if the firm no longer offers the type.",
  "LinkState.time_zone":
    "The IANA time zone of the consultation. Before the booking, that of the attorney, or the firm's if any attorney of a pool may take it.",
  "get-link-availability.time_zone":
    "The IANA time zone of the consultation. Before the booking, that of the attorney, or the firm's if any attorney of a pool may take it.",
  "get-link-availability.data": "The free starts, in order of time.",
  "create-link.type":
    "The key of the consultation type that the link books. Required without `consultation_id`.",
  "LinkState.type": "The kind of meeting; null if the firm no longer offers the type.",
  "ClientConsultation.type": "The kind of meeting, in the firm's own words.",
  "create-link.url": "The address to send to the client. Only this response shows it.",
  reschedule: "Whether the link may move its consultation.",
  reschedule_until:
    "The last instant at which the client may move the consultation; null if there is no limit.",
  reschedules_left: "How often the client may still move the consultation; null if there is no limit.",
  "update-by-link.status": "`canceled` cancels the consultation.",
};
