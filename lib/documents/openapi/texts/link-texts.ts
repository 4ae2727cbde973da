/** Of the links for clients: the firm's endpoints, and those that a link calls. */
export const LINK_PROSE = {
  "create-link": `
Creates a link by which the lead, without an account, books a consultation of a \`type\` and manages it afterwards; or, with
\`consultation_id\`, manages one that is booked. \`attorney_id\` names with whom it books; without it, any attorney in the type's pool.
\`url\` is in this answer alone: send it to the client now, by your own sender. What follows its \`#\` is a key, \`itl_…\`, which browsers
send to nobody.

The link can book for \`expires_in_hours\`, by default a week. Once it has a consultation, it works until 30 days after that one's end, whoever
moves it; \`expires_in_hours\` then counts no more. It makes at most one consultation. Answers 422 \`self_service_not_allowed\` unless the firm
has enabled \`self_service\`; 422 also for a lead that was merged or erased, and for a consultation that is final or ended 30 days ago. Emits
nothing.`,

  "list-links": `
Lists the links of a lead that have not expired, newest first, without their addresses: those of the leads that were merged into it too. A
link that was made or revoked in the last second may be missing or still there.`,

  "delete-link": `
Revokes a link, within 10 seconds everywhere: whoever opens it gets 401 \`invalid_key\`. A consultation that was booked by it stays. An unknown,
expired or revoked link is 404 \`not_found\`.`,

  "get-link": `
Shows a client what the link is for: the firm, the kind of consultation, its attorney and, once it is booked, when it takes place; and what
the link allows now. Nothing else of the firm is in it. Send the link's own key, \`itl_…\`, as a Bearer key; no API key is accepted here, and
the link's nowhere else. An unknown, expired or revoked one is 401 \`invalid_key\`.`,

  "get-link-availability": `
Lists the starts in a range, at most 31 days, that a booking by the link would accept now, or a move of its consultation, whose own slot
does not block it. Empty while the link may do neither. Call it when a day is shown, since others book meanwhile.`,

  "book-by-link": `
Books the consultation that the link is for, by the rules of every booking, with the same errors and \`next_available\`. A link books once,
however often it is used at the same time. The same start again answers 201 with the same consultation and \`Idempotent-Replayed: true\`; another
start, or one that has passed, is 422 \`self_service_not_allowed\`, as everything is while the firm has not enabled \`self_service\`. Emits
\`consultation.booked\` with the link as its actor.`,

  "update-by-link": `
Moves the link's consultation to another start, with the same attorney, duration and errors as a booking, or cancels it with
\`"status": "canceled"\`. The firm's \`self_service\` limits how late and how often: beyond that it is 422 \`self_service_not_allowed\`, whose
\`details\` name the rule. The same start again changes nothing and does not count. A consultation that is final, or a link that has booked
none, is 404 \`not_found\`. Emits \`consultation.rescheduled\` or \`consultation.canceled\` with the link as its actor.`,

  "get-link-calendar-file": `
Returns the link's consultation as an iCalendar file (RFC 5545) for the client's calendar: the type, the attorney's name and the firm as title,
start and end in UTC, and no price or contact. The same \`UID\` with a higher \`SEQUENCE\` updates the event after a change; a canceled
consultation is \`STATUS:CANCELLED\`. A link that has booked none is 404 \`not_found\`. Errors are JSON as everywhere.`,
} as const;

/** What the fields of the links for clients mean. */
export const LINK_FIELDS = {
  allowed: "What the link may do now; which start is free is another question.",
  book: "Whether it may book.",
  cancel: "Whether it may cancel.",
  cancel_until: "The last instant at which the client may cancel; null without a limit.",
  consultation: "What the link has booked or manages; null while there is none.",
  consultation_id: "The consultation that the link manages or has booked; null while there is none.",
  "create-link.consultation_id":
    "An open consultation of the lead, to be managed; without it, one is to be booked.",
  expires_in_hours:
    "How long the link can book, by default 168; without effect on one that is made for a consultation.",
  "Link.attorney_id": "With whom the link books; null for any of the type's pool.",
  "create-link.attorney_id":
    "With whom the link books: an active and schedulable member; without one, any of the type's pool.",
  "Link.expires_at":
    "When the link stops working: when it can no longer book, or 30 days after the end of its consultation as that is now.",
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
  "Link.type":
    "The key of the consultation type that the link books; null for one that manages a consultation.",
  "create-link.type": "The key of one of the firm's `consultation_types`, to book one.",
  "LinkState.type": "What the meeting is; null when the firm no longer offers it.",
  "ClientConsultation.type": "What the meeting is, in the firm's own words.",
  "create-link.url": "The address to send to the client, which only this response shows.",
  reschedule: "Whether it may move its consultation.",
  reschedule_until: "The last instant at which the client may move it; null without a limit.",
  reschedules_left: "How often the client may still move it; null without a limit.",
  "update-by-link.status": "`canceled` cancels the consultation.",
};
