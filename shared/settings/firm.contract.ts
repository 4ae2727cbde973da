import type * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";
import { firmFields } from "./firm-fields.contract.ts";

/** The firm's settings as the API shows them. */
export const firm = firmFields.shown;

const firmChanges = lazy(() => settingsObject(firmFields.changed(), { shown: firm }));

export type FirmChanges = z.output<ReturnType<typeof firmChanges>>;

const firmResponse = { status: 200, schema: firm } as const;

export const getFirmEndpoint = defineEndpoint({
  name: "get-firm",
  method: "GET",
  path: "/api/firm",
  summary: "Get the firm's settings",
  scope: "settings:read",
  tableActions: ["GetItem"],
  response: firmResponse,
});

export const getFirmDescription: DescriptionOf<typeof getFirmEndpoint> = {
  prose: `
Returns the firm's settings: stages, fields for \`data\`, consultation types, booking rules, reminders, routing,
holidays, time zone, country, currency, location, the phone number for clients, and what their links may do. A program that shows forms
for leads takes their fields and options from here.`,
};

export const updateFirmEndpoint = defineEndpoint({
  name: "update-firm",
  method: "PATCH",
  path: "/api/firm",
  summary: "Change the firm's settings; a list in the body replaces the stored one",
  scope: "settings:write",
  tableActions: ["GetItem", "Query", "QueryIndex", "PutItem", "UpdateItem"],
  acceptsIfMatch: "version",
  body: firmChanges,
  response: firmResponse,
});

export const updateFirmDescription: DescriptionOf<typeof updateFirmEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getFirm", by: "change" },
  body: { booking_rules: { buffer_min: 15 } },
  prose: `
Changes only the settings that the body names. A list replaces the stored one. Of \`booking_rules\`, \`self_service\` and
\`conflict_gate\`, only the parts that the body names change. A change is in force everywhere within 5 seconds. Settings emit no events.

Stored leads and consultations stay as they are. If a field is removed, its stored values remain until they are set to
null. A booked consultation keeps its slot under new rules, and its [reminders](#description/remind-clients).

\`booking_rules\`, \`holidays\` and \`conflict_gate\` are in force for bookings once the response has come. Enabling
\`conflict_gate\` begins to index the firm's leads; \`conflict_index\` shows how far that is, without a new \`version\`.

A stage that has leads cannot be removed (422). A lead that enters a removed stage at the same moment is moved to the
first open stage within two minutes, as a change by the system. With \`If-Match\`, a version that is no longer current is
409 \`version_conflict\`.`,
};
