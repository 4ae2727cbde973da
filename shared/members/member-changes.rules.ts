import { changedFields } from "../api/changed-fields.ts";
import { camelCased } from "../runtime/collections.ts";
import { LIMITS } from "../schema/limits.ts";
import { type Violation, validateWellFormedEntries } from "../schema/violations.ts";
import { bookingRules } from "../time/booking-rules.contract.ts";
import { NO_BOOKING_RULES } from "../time/booking-rules.rules.ts";
import type { OfficeHoursWindow } from "../time/working-time.rules.ts";
import { type MemberChanges, type NewMember, windowInput } from "./member.contract.ts";
import type { Member } from "./member.rules.ts";

/** A new member; the time zone defaults to the firm's. */
export const newMember = (id: string, input: NewMember, firmTimeZone: string): Member => ({
  ...camelCased(input),
  id,
  timeZone: input.time_zone ?? firmTimeZone,
  timeOff: timeOff(input.time_off),
  bookingRules: bookingRules.taken(input.booking_rules, NO_BOOKING_RULES),
  version: 1,
  minSettingsVersion: 0,
});

/** The fields that a valid PATCH changes. */
export const memberChange = (member: Member, input: MemberChanges): Partial<Member> =>
  changedFields<Member>(member, {
    ...camelCased(input),
    timeOff: input.time_off && timeOff(input.time_off),
    bookingRules: input.booking_rules && bookingRules.taken(input.booking_rules, member.bookingRules),
  });

/** Validates a member beyond the schema. */
export const memberViolations = (input: Readonly<Record<string, unknown>>): Violation[] =>
  validateWellFormedEntries(
    { input: input.office_hours, entry: windowInput(), maximum: LIMITS.officeHours },
    overlapViolations,
  );

/** Names windows of a week that overlap; they may touch. */
const overlapViolations = (windows: readonly OfficeHoursWindow[]): Violation[] =>
  windows.flatMap((window, index) =>
    windows
      .slice(0, index)
      .flatMap((earlier, earlierIndex) =>
        earlier.weekday === window.weekday && earlier.start < window.end && window.start < earlier.end
          ? [{ field: `office_hours[${index}]`, message: `must not overlap office_hours[${earlierIndex}]` }]
          : [],
      ),
  );

const timeOff = (input: readonly NewMember["time_off"][number][]): Member["timeOff"] =>
  input.map((entry) =>
    "start_at" in entry
      ? { startAt: entry.start_at, endAt: entry.end_at, reason: entry.reason }
      : { startDate: entry.start_date, endDate: entry.end_date, reason: entry.reason },
  );
