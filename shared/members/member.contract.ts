import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { page, pageQuery } from "../schema/page.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";
import { memberFields } from "./member-fields.contract.ts";

/** A member as the API shows it to those who read settings. */
export const member = memberFields.shown;

const newMember = lazy(() => settingsObject(memberFields.created()));

const memberChanges = lazy(() => settingsObject(memberFields.changed(), { shown: member }));

export type NewMember = z.output<ReturnType<typeof newMember>>;
export type MemberChanges = z.output<ReturnType<typeof memberChanges>>;

const memberResponse = { status: 200, schema: member } as const;

export const createMemberEndpoint = defineEndpoint({
  name: "create-member",
  method: "POST",
  path: "/api/members",
  summary: "Add a member; the time zone defaults to the firm's",
  scope: "settings:write",
  tableActions: ["GetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
  // The transaction also checks the caller's key.
  keyActions: [],
  body: newMember,
  response: { status: 201, schema: member },
});

export const createMemberDescription: DescriptionOf<typeof createMemberEndpoint> = {
  lostAnswer: { way: "failed" },
  body: {
    name: "Ruth Bader",
    schedulable: true,
    office_hours: [{ weekday: 1, start: "09:00", end: "17:00" }],
  },
  prose: `
Adds a person of the firm. Leads can be assigned to any active member. Consultations can be booked with active members
who are \`schedulable\` and have office hours.

Office hours are weekly windows in the member's own time zone. They stay exact when the clocks change. Windows that
overlap are 422, and so is a window that ends before it starts. \`date_hours\` replaces the weekly windows on single
dates.

With \`access\`, the member can sign in by a [link](#tag/members/POST/api/members/{id}/sign-in-link). The caller needs every
scope of that access, else 403 \`insufficient_scope\`.`,
};

export const listMembersEndpoint = defineEndpoint({
  name: "list-members",
  method: "GET",
  path: "/api/members",
  summary: "List the firm's members, newest first",
  scope: "settings:read",
  tableActions: ["Query"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(member())) },
});

export const listMembersDescription: DescriptionOf<typeof listMembersEndpoint> = {
  prose: `
Lists all members of the firm, newest first, with office hours, time off and booking rules. Inactive members are listed
too. To show whom a client can book, list the [attorneys](#tag/attorneys/GET/api/attorneys) instead, which needs no
settings scope.`,
};

export const getMemberEndpoint = defineEndpoint({
  name: "get-member",
  method: "GET",
  path: "/api/members/{id}",
  summary: "Get a member with office hours and time off",
  scope: "settings:read",
  tableActions: ["GetItem"],
  response: memberResponse,
});

export const getMemberDescription: DescriptionOf<typeof getMemberEndpoint> = {
  prose: `
Returns one member with office hours, time off, booking rules and the \`version\` for a conditional PATCH.`,
};

export const updateMemberEndpoint = defineEndpoint({
  name: "update-member",
  method: "PATCH",
  path: "/api/members/{id}",
  summary: "Change a member; a list in the body replaces the stored one",
  scope: "settings:write",
  tableActions: ["GetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
  keyActions: ["DeleteItem"],
  acceptsIfMatch: "version",
  body: memberChanges,
  response: memberResponse,
});

export const updateMemberDescription: DescriptionOf<typeof updateMemberEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getMember", by: "change" },
  body: {
    time_off: [
      { start_at: "2026-11-09T12:00:00-05:00", end_at: "2026-11-09T13:00:00-05:00", reason: "Court" },
    ],
  },
  prose: `
Changes only the fields that the body names. A list, such as \`time_off\`, replaces the stored one. Of \`booking_rules\`,
only the rules that the body names change. A change of \`date_hours\` drops the entries of past dates. An entry that
equals a stored one is accepted even if its date has passed.

Booked consultations stay, even within new time off. No later booking is made in that time, not even one that arrives at
the same moment as this request. If \`active\` is set to false, the member keeps leads and consultations, but gets no new
ones.

A change of \`access\` or \`active\` ends the member's [sessions](#tag/members/GET/api/members/{id}/sessions) and sign-in
link for good. The caller needs every scope of the access that it gives and of the one that it takes, else 403
\`insufficient_scope\`.

With \`If-Match\`, a version that is no longer current is 409 \`version_conflict\`. So two people who edit the same calendar
do not overwrite each other.`,
};
