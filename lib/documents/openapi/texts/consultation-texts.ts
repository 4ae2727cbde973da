/** The meaning of the fields of consultations. */
export const CONSULTATION_FIELDS = {
  ...Object.fromEntries(
    ["book-consultation", "create-hold"].flatMap((endpoint) => [
      [
        `${endpoint}.attorney_id`,
        "The attorney, an active and schedulable member of the firm. Without one, any attorney in the pool of the type.",
      ],
      [`${endpoint}.duration_min`, "The duration in minutes. The default is that of the type."],
      [
        `${endpoint}.type`,
        "The key of one of the firm's `consultation_types`, or any other text. Any other text requires an attorney and a duration.",
      ],
    ]),
  ),
  attorney: "Only consultations with the attorney with this id.",
  "book-consultation.amount":
    "The price in the firm's currency; null when there is none. The default is that of the type.",
  "book-consultation.location":
    "Where the consultation takes place; null or blank for nowhere in particular. The default is the location of the type, otherwise that of the firm.",
  hold_id: "The id of a hold of this slot, which the booking takes over.",
  ignore_busy: "Whether to skip the busy times of the attorney's calendars. The default is `false`.",
  ignore_booking_rules:
    "Whether to skip the booking rules, so that staff can enter a consultation afterwards. The default is `false`.",
  "list-consultations.archived": "`true` lists archived consultations only; the default is `false`.",
  "book-consultation.data":
    "Values of the firm's `consultation_fields`, by field key. Unknown keys are dropped.",
  "complete-consultation.data":
    "Values to set, by field key. Null removes a value; other stored values stay.",
  "list-consultations.lead": "Only consultations with the lead with this id.",
  "ClientConsultation.status": "The status of the consultation.",
  "complete-consultation.outcome": "The result of the meeting; null for none.",
  "list-consultations.to": "The end of the range (exclusive), with `Z` or an offset.",
  "list-consultations.status": "Only consultations with this status.",
  "update-consultation.status": "`canceled` cancels the consultation.",
};
