import * as z from "zod/mini";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import {
  dayText,
  email,
  line,
  listOf,
  text as multiline,
  nonBlankText,
  requiredText,
  timeZone,
} from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { LIMITS } from "../schema/limits.ts";
import { asStored, listOfRecords, recordFields } from "../schema/record-fields.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { daysInOrder, instant, instantInput } from "../schema/time.ts";
import { byForm, decisive, lazy, wrongType } from "../schema/zod.ts";
import { bookingRules } from "../time/booking-rules.contract.ts";

const text = asStored(() => z.string());
const flag = asStored(() => z.boolean());

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
const windowFields = recordFields({
  weekday: {
    attribute: "weekday",
    ...asStored(() => z.int()),
    created: () =>
      z.number(wrongType(NOT_A_WEEKDAY)).check(
        z.refine(isWeekday, {
          error: NOT_A_WEEKDAY,
          params: { type: "integer", minimum: 1, maximum: 7 },
        }),
      ),
    ...(HAS_PROSE && { description: "1 for Monday to 7 for Sunday.", example: 1 }),
  },
  start: {
    attribute: "start",
    ...text,
    created: () => time(TIME, 'must be a time such as "09:00"'),
    ...(HAS_PROSE && { description: "Local time, such as `09:00`.", example: "09:00" }),
  },
  end: {
    attribute: "end",
    ...text,
    created: () => time(`(${TIME}|24:00)`, 'must be a time such as "17:00", or "24:00"'),
    ...(HAS_PROSE && {
      description: "Local time after `start`, `24:00` for the end of the day.",
      example: "17:00",
    }),
  },
});

export const windowInput = lazy(() =>
  settingsObject(windowFields.created()).check(
    z.refine(({ start, end }) => start < end, { path: ["end"], error: "must be after start" }),
  ),
);

const reason = () => z._default(multiline(LIMITS.reasonCharacters), "");

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

const officeHours = () => listOf(windowInput(), LIMITS.officeHours);

/** An absence as the API shows it. */
export const timeOff = lazy(() =>
  z.union([
    z.object({ start_date: z.string(), end_date: z.string(), reason: z.string() }),
    z.object({ start_at: instant(), end_at: instant(), reason: z.string() }),
  ]),
);

const storedTimeOff = lazy(() =>
  z.union([
    z.object({ startDate: z.string(), endDate: z.string(), reason: z.string() }),
    z.object({ startAt: z.string(), endAt: z.string(), reason: z.string() }),
  ]),
);

type StoredTimeOff = Readonly<z.output<ReturnType<typeof storedTimeOff>>>;

export const timeOffResource = (entry: StoredTimeOff): z.output<ReturnType<typeof timeOff>> =>
  "startAt" in entry
    ? { start_at: entry.startAt, end_at: entry.endAt, reason: entry.reason }
    : { start_date: entry.startDate, end_date: entry.endDate, reason: entry.reason };

const newTimeOff = (entry: z.output<ReturnType<typeof timeOffInput>>): StoredTimeOff =>
  "start_at" in entry
    ? { startAt: entry.start_at, endAt: entry.end_at, reason: entry.reason }
    : { startDate: entry.start_date, endDate: entry.end_date, reason: entry.reason };

const timesOff = () => listOf(timeOffInput(), LIMITS.timeOff);

/** A member. A new field needs only its row. */
export const memberFields = recordFields({
  id: {
    attribute: "id",
    ...asStored(() => z.uuid()),
    ...(HAS_PROSE && { description: "UUIDv7; sorts by creation.", example: EXAMPLE_IDS.attorney }),
  },
  name: {
    attribute: "name",
    ...text,
    created: () => requiredText(LIMITS.nameCharacters),
    changed: () => nonBlankText(LIMITS.nameCharacters),
    ...(HAS_PROSE && { description: "A name for people.", example: "Ruth Bader" }),
  },
  email: {
    attribute: "email",
    ...text,
    created: () => z._default(email(), ""),
    changed: email,
    initial: "",
    ...(HAS_PROSE && {
      description: "An email address in lower case; empty for none.",
      example: "ruth@example.com",
    }),
  },
  role: {
    attribute: "role",
    ...text,
    created: () => z._default(line(LIMITS.roleCharacters), ""),
    changed: () => line(LIMITS.roleCharacters),
    initial: "",
    ...(HAS_PROSE && { description: "The member's role, for people.", example: "Attorney" }),
  },
  schedulable: {
    attribute: "schedulable",
    ...flag,
    created: () => z._default(z.boolean(), false),
    changed: () => z.boolean(),
    initial: false,
    ...(HAS_PROSE && { description: "Whether the member can be booked.", example: true }),
  },
  active: {
    attribute: "active",
    ...flag,
    created: () => z._default(z.boolean(), true),
    changed: () => z.boolean(),
    initial: true,
    ...(HAS_PROSE && {
      description:
        "Whether the member works at the firm; an inactive one can be neither assigned nor booked.",
      example: true,
    }),
  },
  time_zone: {
    attribute: "timeZone",
    ...text,
    created: () => z.optional(timeZone()),
    changed: timeZone,
    ...(HAS_PROSE && { description: "An IANA time zone.", example: "America/New_York" }),
  },
  office_hours: {
    attribute: "officeHours",
    ...listOfRecords(windowFields),
    created: () => z._default(officeHours(), []),
    changed: officeHours,
    initial: [],
    ...(HAS_PROSE && {
      description: "Weekly windows in the member's own time zone; they may touch, and not overlap.",
    }),
  },
  time_off: {
    attribute: "timeOff",
    stored: () => z.array(storedTimeOff()),
    shown: () => z.array(timeOff()),
    show: (entries: readonly StoredTimeOff[]) => entries.map(timeOffResource),
    created: () => z._default(timesOff(), []),
    changed: timesOff,
    taken: (entries: z.output<ReturnType<typeof timesOff>>) => entries.map(newTimeOff),
    initial: [],
    ...(HAS_PROSE && {
      description: "Absences: whole days in the member's time zone, or from one instant to another.",
      example: [{ start_date: "2026-12-28", end_date: "2026-12-31", reason: "Vacation" }],
    }),
  },
  booking_rules: {
    attribute: "bookingRules",
    ...bookingRules,
    created: () => z._default(bookingRules.changed(), {}),
    ...(HAS_PROSE && {
      description: "When and how often consultations can be booked. A null rule of a member is the firm's.",
      example: { min_notice_min: null, max_advance_days: null, buffer_min: 30, max_per_day: null },
    }),
  },
  created_at: {
    shown: instant,
    ...(HAS_PROSE && { description: "When the record was created.", example: "2026-11-02T15:00:00.000Z" }),
  },
  version: {
    attribute: "version",
    ...asStored(() => z.int()),
    initial: 1,
    ...(HAS_PROSE && { description: "Increases with every change; `If-Match` names it.", example: 2 }),
  },
  /** The oldest version of the firm's settings that the check of a booking may use. */
  min_settings_version: { attribute: "minSettingsVersion", stored: () => z.number(), initial: 0 },
});
