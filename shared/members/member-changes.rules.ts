import { changedFields } from "../api/changed-fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { type Violation, validateWellFormedEntries } from "../schema/violations.ts";
import type { OfficeHoursWindow } from "../time/working-time.rules.ts";
import type { MemberChanges, NewMember } from "./member.contract.ts";
import type { Member } from "./member.rules.ts";
import { memberFields } from "./member-fields.contract.ts";
import { windowInput } from "./office-hours.contract.ts";

/** Returns a new member. The time zone defaults to the firm's. */
export const newMember = (id: string, input: NewMember, firmTimeZone: string): Member => ({
  ...memberFields.initial,
  ...memberFields.newFields(input),
  id,
  timeZone: input.time_zone ?? firmTimeZone,
});

/** Returns the fields that a valid PATCH changes. */
export const memberChange = (member: Member, input: MemberChanges): Partial<Member> =>
  changedFields<Member>(member, memberFields.changes(input, member));

/** Validates a member beyond the schema. */
export const memberViolations = (input: Readonly<Record<string, unknown>>): Violation[] =>
  validateWellFormedEntries(
    { input: input.office_hours, entry: windowInput(), maximum: LIMITS.officeHours },
    overlapViolations,
  );

/** Returns violations for windows of a week that overlap; they may touch. */
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
