/** The meaning of the fields of consultations. */
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
  attorney: "Only consultations with this attorney, by id.",
  "book-consultation.amount":
    "The price in the firm's currency, by default that of the type; null when there is none.",
  "book-consultation.location":
    "Where it takes place; by default the location of the type, otherwise the firm's. Null or blank for none.",
  hold_id: "The hold of this very slot, which the booking takes over.",
  ignore_booking_rules: "Leaves out the booking rules: for what staff enters after the fact.",
  "list-consultations.archived": "`true` lists archived consultations only; the default is `false`.",
  "book-consultation.data": "Values of the fields that the firm defines, by their keys; others are dropped.",
  "complete-consultation.data": "Values to set, by their keys; null removes one.",
  "list-consultations.lead": "Only consultations with this lead, by id.",
  "complete-consultation.outcome": "The result of the meeting.",
  "list-consultations.to": "The last instant (exclusive), with its zone.",
  "list-consultations.status": "Only consultations with this status.",
  "update-consultation.status": "`canceled` cancels the consultation.",
};
