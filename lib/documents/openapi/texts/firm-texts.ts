/** Of the endpoints of the firm's settings, members and API keys. */
export const FIRM_PROSE = {
  "get-firm": `
Returns the firm's settings: stages, fields for \`data\`, consultation types, booking rules, reminders, holidays, time zone, country and the phone number for clients. A program that shows forms
for leads takes their fields and options from here.`,

  "update-firm": `
Changes the settings that the body names; a list replaces the stored one, and \`booking_rules\` change rule by rule. A change is in force
everywhere within 5 seconds. Stored leads and consultations stay as they are: a value whose field was removed remains until it is set to null,
and a booked slot stays booked under new rules, with the [reminders](#description/remind-clients) that it had. Settings emit no events.

A stage that leads are in cannot be removed (422). A lead that comes to a removed stage at the same moment is moved to the first open stage
within two minutes, as a change by the system. With \`If-Match\`, a version that is no longer current is 409 \`version_conflict\`.`,

  "create-member": `
Adds a person of the firm. Leads can be assigned to any active member; consultations can be booked with those who are also \`schedulable\`
and have office hours. Office hours are weekly windows in the member's own time zone, exact when the clock changes; windows that overlap,
or end before they start, are 422.`,

  "list-members": `
Lists all members of the firm, newest first, inactive ones too, with office hours, time off and booking rules. To show whom a client can
book, list the [attorneys](#tag/attorneys/GET/api/attorneys) instead, which needs no scope for settings.`,

  "get-member": `
Returns one member with office hours, time off, booking rules and the \`version\` for a conditional PATCH.`,

  "update-member": `
Changes the fields that the body names; a list, such as \`time_off\`, replaces the stored one, and \`booking_rules\` change rule by rule.
Consultations that are booked already stay, also within new time off; no later booking is made there, and none that races this
request. Setting \`active\` to false keeps the member's leads and consultations, and allows no new ones. With \`If-Match\`, a version that is
no longer current is 409 \`version_conflict\`: two people who edit the same calendar do not overwrite each other.`,

  "get-me": `
Tests a key: names its firm, its scopes, its rate limit and the API version that it is pinned to. Every API key may call it, so it is the
connection test for an integration. The key of a lead source is 403 \`insufficient_scope\`.`,

  "create-key": `
Creates an API key for a program. The secret (\`key\`, \`itk_…\`) is in this answer alone: store it now. A key grants only scopes
that the calling key holds itself; others are 403 \`insufficient_scope\` naming them. Give each program a key of its own with the scopes
it needs, so that it can be revoked alone. The key is pinned to the newest API version.`,

  "list-keys": `
Lists the firm's API keys, newest first, with scopes, rate limit, the last four characters and the last minute of use. Secrets are never
shown again. The keys of lead sources are with their [sources](#tag/sources/GET/api/sources).`,

  "update-key": `
Renames a key, changes its scopes or its rate limit, or disables and enables it. A disabled key is 403 \`key_disabled\` for its callers
within 10 seconds. Scopes that the calling key lacks cannot be granted (403), also by enabling a key that has them. The last enabled key
with \`settings:write\` cannot lose it or be disabled (422), since nobody could manage keys any more.`,

  "delete-key": `
Revokes a key for good, within 10 seconds everywhere; its callers then get 401 \`invalid_key\`. To stop a key for a while, disable it
instead. The last enabled key with \`settings:write\` cannot be deleted (422).`,
} as const;

/** What the fields of the firm's settings, members and API keys mean. */
export const FIRM_FIELDS = {
  active: "Whether the member works at the firm; an inactive one can be neither assigned nor booked.",
  booking_rules: "When and how often consultations can be booked. A null rule of a member is the firm's.",
  buffer_min: "Minutes that stay free between two consultations of an attorney; null for no rule.",
  cancel_notice_min: "Minutes before the start until which clients may cancel; null for no limit.",
  consultation_fields: "The fields that the firm defines for the `data` of its consultations.",
  consultation_types:
    "What the firm offers: a booking or hold whose `type` is such a key takes from it what it leaves out.",
  contact_phone:
    "A phone number by which clients reach the firm, which their page names; in E.164 where it is valid, null for none.",
  "Firm.attorney_ids":
    "The members of whom any may take a consultation of this type; null for everybody who can be booked, the first 20 by creation.",
  "update-firm.attorney_ids":
    "The members of whom any may take a consultation of this type; null for everybody who can be booked, the first 20 by creation.",
  default_country:
    "The country of phone numbers without a country code, an existing one as ISO 3166-1 alpha-2.",
  end: "Local time after `start`, `24:00` for the end of the day.",
  end_at: "The instant at which the absence ends (exclusive), after `start_at`.",
  end_date: "The last day, as `YYYY-MM-DD`, not before `start_date`.",
  holidays: "Days on which nobody can be booked.",
  label: "The field's name for people.",
  lead_fields: "The fields that the firm defines for the `data` of its leads.",
  max_advance_days: "Days ahead that can be booked at most; null for no rule.",
  max_per_day: "Consultations of an attorney's local day at most; null for no rule.",
  max_reschedules: "How often clients may move a consultation, by whichever links; null for no limit.",
  min_notice_min: "Minutes between the request and the start at least; null for no rule.",
  office_hours: "Weekly windows in the member's own time zone; they may touch, and not overlap.",
  options: "The values of a `select` field, which differ; no other field has any.",
  reminders_min:
    "Minutes before the start at which a consultation emits `consultation.reminder_due`, for what is booked or moved from now on; null in a type for the firm's, empty for none.",
  reschedule_notice_min: "Minutes before the start until which clients may move it; null for no limit.",
  role: "The member's role, for people.",
  schedulable: "Whether the member can be booked.",
  self_service: "What clients may do by links. While it is not enabled, they only show.",
  stages: "The stages of a lead in their order; leads in a terminal one are closed.",
  start: "Local time, such as `09:00`.",
  start_date: "The first day, as `YYYY-MM-DD`.",
  terminal: "Whether leads in the stage are closed.",
  time_off: "Absences: whole days in the member's time zone, or from one instant to another.",
  weekday: "1 for Monday to 7 for Sunday.",
  api_version: "The API version of the key's requests that name none.",
  firm: "The key's firm.",
  last_four: "The last four characters of the key.",
  last_used_at: "The last minute in which the key was used; null for never.",
  requests_per_minute: "The rate limit of each key.",
  scopes: "What the key may do.",
  "Me.key": "The calling key.",
  "create-key.key": "The secret of the key, which only this response shows.",
};
