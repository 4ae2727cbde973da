/** The meaning of the fields of clients' links. */
export const LINK_FIELDS = {
  ...Object.fromEntries(
    ["LinkState", "ClientConsultation"].flatMap((schema) => [
      [`${schema}.location`, "Where it takes place: a room, a telephone, a video link; null for none."],
      [`${schema}.amount`, "The price; null without one, or without a currency."],
      [`${schema}.currency`, "The currency of the amount, as ISO 4217; null without an amount."],
    ]),
  ),
  allowed: "What the link may do now; which start is free is another question.",
  book: "Whether it may book.",
  cancel: "Whether it may cancel.",
  cancel_until: "The last instant at which the client may cancel; null without a limit.",
  consultation: "What the link has booked or manages; null while there is none.",
  "create-link.consultation_id":
    "An open consultation of the lead, to be managed; without it, one is to be booked.",
  expires_in_hours:
    "How long the link can book, by default 168; without effect on one that is made for a consultation.",
  "create-link.attorney_id":
    "With whom the link books: an active and schedulable member; without one, any of the type's pool.",
  "LinkState.expires_at":
    "When the link stops working: when it can no longer book, or 30 days after the end of its consultation as that is now.",
  "LinkState.attorney": "With whom, as of now; null for any of a pool.",
  "LinkState.attorney.time_zone": "The attorney's own, as IANA names it.",
  "ClientConsultation.attorney": "With whom, as of now.",
  "ClientConsultation.attorney.time_zone": "The attorney's own, as IANA names it.",
  "LinkState.contact_phone":
    "A phone number by which the client reaches the firm, in E.164 where it is valid; null where it has set none.",
  "LinkState.firm": "The firm.",
  "LinkState.firm.time_zone": "The firm's, as IANA names it: that of a pool before the booking.",
  "LinkState.duration_min": "Minutes from start to end; null when the firm no longer offers it.",
  "LinkState.time_zone": "Of the consultation, or of whom it is with; otherwise of the firm.",
  "get-link-availability.time_zone": "Of the consultation, or of whom it is with; otherwise of the firm.",
  "get-link-availability.data": "The free start instants, in order.",
  "create-link.type": "The key of one of the firm's `consultation_types`, to book one.",
  "LinkState.type": "What the meeting is; null when the firm no longer offers it.",
  "ClientConsultation.type": "What the meeting is, in the firm's own words.",
  "create-link.url": "The address to send to the client, which only this response shows.",
  reschedule: "Whether it may move its consultation.",
  reschedule_until: "The last instant at which the client may move it; null without a limit.",
  reschedules_left: "How often the client may still move it; null without a limit.",
  "update-by-link.status": "`canceled` cancels the consultation.",
};
