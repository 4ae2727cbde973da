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
  end: "Local time after `start`, `24:00` for the end of the day.",
  end_at: "The instant at which the absence ends (exclusive), after `start_at`.",
  office_hours: "Weekly windows in the member's own time zone; they may touch, and not overlap.",
  role: "The member's role, for people.",
  schedulable: "Whether the member can be booked.",
  start: "Local time, such as `09:00`.",
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
