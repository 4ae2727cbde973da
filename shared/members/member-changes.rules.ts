import { isDeepStrictEqual } from "node:util";
import { changedFields } from "../api/changed-fields.ts";
import { timeZone } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { duplicateViolations, type Violation, validateWellFormedEntries } from "../schema/violations.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { localDate } from "../time/utc-offset.rules.ts";
import type { DateHours, DayWindow } from "../time/working-time.rules.ts";
import type { MemberChanges, NewMember } from "./member.contract.ts";
import type { Member } from "./member.rules.ts";
import { memberFields } from "./member-fields.contract.ts";
import { dateHoursInput, windowInput } from "./office-hours.contract.ts";

/**
 * Returns a new member. The time zone defaults to the firm's. A booking that has read older settings of the firm reads
 * them again.
 */
export const newMember = (
  id: string,
  input: NewMember,
  { timeZone, version }: Pick<FirmSettings, "timeZone" | "version">,
): Member => ({
  ...memberFields.initial,
  ...memberFields.newFields(input),
  id,
  timeZone: input.time_zone ?? timeZone,
  minSettingsVersion: version,
});

/**
 * Returns the fields that a valid PATCH changes. A change of hours of dates drops those of dates that are past; a list
 * that equals the stored one is no change.
 */
export const memberChange = (
  member: Member,
  input: MemberChanges,
  nowMilliseconds: number,
): Partial<Member> => {
  const change = changedFields<Member>(member, memberFields.changes(input, member));
  if (change.dateHours === undefined) return change;
  const today = localDate(change.timeZone ?? member.timeZone, nowMilliseconds);
  return { ...change, dateHours: change.dateHours.filter(({ date }) => date >= today) };
};

/** The stored member, or the time zone that a new one has by default, and no hours of dates. */
type Before = Pick<Member, "timeZone" | "dateHours">;

type Input = Readonly<Record<string, unknown>>;

/** Validates a member beyond the schema. Hours of a date that equal the stored ones stay valid when it is past. */
export const memberViolations = (input: Input, before: Before, nowMilliseconds: number): Violation[] => [
  ...validateWellFormedEntries(
    { input: input.office_hours, entry: windowInput(), maximum: LIMITS.officeHours },
    (windows) => overlapViolations(windows, "office_hours"),
  ),
  ...validateWellFormedEntries(
    { input: input.date_hours, entry: dateHoursInput(), maximum: LIMITS.dateHours },
    (entries) => {
      const { data: zone = before.timeZone } = timeZone().safeParse(input.time_zone);
      return dateHoursViolations(entries, before.dateHours, localDate(zone, nowMilliseconds));
    },
  ),
];

const dateHoursViolations = (
  entries: readonly DateHours[],
  stored: readonly DateHours[],
  today: string,
): Violation[] => [
  ...duplicateViolations(
    entries.map(({ date }) => date),
    (index) => `date_hours[${index}].date`,
  ),
  ...entries.flatMap((entry, index) => [
    ...(entry.date >= today || stored.some((each) => isDeepStrictEqual(each, entry))
      ? []
      : [{ field: `date_hours[${index}].date`, message: `must not be past: today is ${today}` }]),
    ...overlapViolations(entry.windows, `date_hours[${index}].windows`),
  ]),
];

/** Returns violations for windows of one day, or of one weekday, that overlap; they may touch. */
const overlapViolations = (
  windows: readonly (DayWindow & { readonly weekday?: number })[],
  field: string,
): Violation[] =>
  windows.flatMap((window, index) =>
    windows
      .slice(0, index)
      .flatMap((earlier, earlierIndex) =>
        earlier.weekday === window.weekday && earlier.start < window.end && window.start < earlier.end
          ? [{ field: `${field}[${index}]`, message: `must not overlap ${field}[${earlierIndex}]` }]
          : [],
      ),
  );
