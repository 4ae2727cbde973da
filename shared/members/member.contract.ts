import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import {
  dayText,
  email,
  line,
  listOf,
  nonBlankText,
  requiredText,
  text,
  timeZone,
} from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { page, pageQuery } from "../schema/page.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { daysInOrder, instant, instantInput } from "../schema/time.ts";
import { byForm, decisive, lazy, wrongType } from "../schema/zod.ts";
import { bookingRules } from "../time/booking-rules.contract.ts";

export const timeOff = lazy(() =>
  z.union([
    z.object({ start_date: z.string(), end_date: z.string(), reason: z.string() }),
    z.object({ start_at: instant(), end_at: instant(), reason: z.string() }),
  ]),
);

/** A member as the API shows it to those who read settings. */
export const member = lazy(() =>
  z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    schedulable: z.boolean(),
    active: z.boolean(),
    time_zone: z.string(),
    office_hours: z.array(z.object({ weekday: z.int(), start: z.string(), end: z.string() })),
    time_off: z.array(timeOff()),
    booking_rules: bookingRules.shown(),
    created_at: instant(),
    version: z.int(),
  }),
);

export type MemberResource = z.output<ReturnType<typeof member>>;

const TIME = "([01]\\d|2[0-3]):[0-5]\\d";

const NOT_A_WEEKDAY = "must be 1 (Monday) to 7 (Sunday)";

const isWeekday = (day: number) => Number.isInteger(day) && day >= 1 && day <= 7;

const time = (pattern: string, error: string) => {
  const expression = new RegExp(`^${pattern}$`);
  return z.string().check(
    z.trim(),
    decisive((text) => text.length === "hh:mm".length && expression.test(text), {
      error,
      params: { pattern: expression.source },
    }),
  );
};

/** Times on the attorney's clock. */
export const windowInput = lazy(() =>
  settingsObject({
    weekday: z.number(wrongType(NOT_A_WEEKDAY)).check(
      z.refine(isWeekday, {
        error: NOT_A_WEEKDAY,
        params: { type: "integer", minimum: 1, maximum: 7 },
      }),
    ),
    start: time(TIME, 'must be a time such as "09:00"'),
    end: time(`(${TIME}|24:00)`, 'must be a time such as "17:00", or "24:00"'),
  }).check(z.refine(({ start, end }) => start < end, { path: ["end"], error: "must be after start" })),
);

const reason = () => z._default(text(LIMITS.reasonCharacters), "");

const daysOffInput = lazy(() =>
  settingsObject(
    { start_date: dayText(), end_date: dayText(), reason: reason() },
    { form: "an object with start_date and end_date, or with start_at and end_at, and optionally reason" },
  ).check(daysInOrder()),
);

const absent = () => z.optional(z.never("cannot be combined with start_at and end_at"));

const hoursOffInput = lazy(() =>
  settingsObject({
    start_at: instantInput(),
    end_at: instantInput(),
    reason: reason(),
    start_date: absent(),
    end_date: absent(),
  }).check(
    z.refine(({ start_at, end_at }) => start_at < end_at, {
      path: ["end_at"],
      error: "must be after start_at",
    }),
  ),
);

const hasInstant = (input: unknown) =>
  typeof input === "object" && input !== null && ("start_at" in input || "end_at" in input);

/** Whole days, or from one instant to another. */
const timeOffInput = lazy(() =>
  byForm(
    (input) => (hasInstant(input) ? hoursOffInput() : daysOffInput()),
    () => [daysOffInput(), hoursOffInput()],
  ),
);

const fields = lazy(() => ({
  email: email(),
  role: line(LIMITS.roleCharacters),
  schedulable: z.boolean(),
  active: z.boolean(),
  time_zone: timeZone(),
  office_hours: listOf(windowInput(), LIMITS.officeHours),
  time_off: listOf(timeOffInput(), LIMITS.timeOff),
  booking_rules: bookingRules.changed(),
}));

const newMember = lazy(() =>
  settingsObject({
    name: requiredText(LIMITS.nameCharacters),
    email: z._default(fields().email, ""),
    role: z._default(fields().role, ""),
    schedulable: z._default(z.boolean(), false),
    active: z._default(z.boolean(), true),
    time_zone: z.optional(fields().time_zone),
    office_hours: z._default(fields().office_hours, []),
    time_off: z._default(fields().time_off, []),
    booking_rules: z._default(fields().booking_rules, {}),
  }),
);

const memberChanges = lazy(() =>
  settingsObject(z.partial(z.object({ name: nonBlankText(LIMITS.nameCharacters), ...fields() })).shape, {
    shown: member,
  }),
);

export type NewMember = z.output<ReturnType<typeof newMember>>;
export type MemberChanges = z.output<ReturnType<typeof memberChanges>>;

const memberResponse = { status: 200, schema: member } as const;

export const createMemberEndpoint = defineEndpoint({
  name: "create-member",
  method: "POST",
  path: "/api/members",
  summary: "Add a member; the time zone defaults to the firm's",
  scope: "settings:write",
  tableActions: ["GetItem", "Query", "PutItem", "UpdateItem"],
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
Adds a person of the firm. Leads can be assigned to any active member; consultations can be booked with those who are also \`schedulable\`
and have office hours. Office hours are weekly windows in the member's own time zone, exact when the clock changes; windows that overlap,
or end before they start, are 422.`,
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
Lists all members of the firm, newest first, inactive ones too, with office hours, time off and booking rules. To show whom a client can
book, list the [attorneys](#tag/attorneys/GET/api/attorneys) instead, which needs no scope for settings.`,
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
  tableActions: ["GetItem", "Query", "PutItem", "UpdateItem"],
  acceptsIfMatch: true,
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
Changes the fields that the body names; a list, such as \`time_off\`, replaces the stored one, and \`booking_rules\` change rule by rule.
Consultations that are booked already stay, also within new time off; no later booking is made there, and none that races this
request. Setting \`active\` to false keeps the member's leads and consultations, and allows no new ones. With \`If-Match\`, a version that is
no longer current is 409 \`version_conflict\`: two people who edit the same calendar do not overwrite each other.`,
};
