import type { Violation } from "../../contract/app-error.ts";
import { type MemberChanges, type NewMember, timeOffInput, windowInput } from "../../contract/members.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import { daysOffViolations } from "../scheduling/date-range.ts";
import { timeZoneViolations } from "../scheduling/time-zone.ts";
import { officeHoursViolations } from "../scheduling/weekly-window.ts";
import { changedFields } from "../settings-document.ts";
import { validateWellFormedEntries } from "../well-formed-entries.ts";
import type { Member } from "./member.ts";

/** A new member; one for whom no zone is given keeps the firm's hours. */
export const newMember = (id: string, sent: NewMember, firmTimeZone: string): Member => ({
  id,
  name: sent.name,
  email: sent.email,
  role: sent.role,
  schedulable: sent.schedulable,
  active: sent.active,
  timeZone: sent.time_zone ?? firmTimeZone,
  officeHours: sent.office_hours,
  timeOff: timeOff(sent.time_off),
  version: 1,
  minSettingsVersion: 0,
});

/** What of a valid PATCH differs from the member as it stands. */
export const memberChange = (member: Member, sent: MemberChanges): Partial<Member> =>
  changedFields<Member>(member, {
    name: sent.name,
    email: sent.email,
    role: sent.role,
    schedulable: sent.schedulable,
    active: sent.active,
    timeZone: sent.time_zone,
    officeHours: sent.office_hours,
    timeOff: sent.time_off && timeOff(sent.time_off),
  });

/** What is wrong with a member beyond the shape. */
export const memberViolations = (sent: Readonly<Record<string, unknown>>): Violation[] => [
  ...timeZoneViolations(sent.time_zone),
  ...validateWellFormedEntries(
    { sent: sent.office_hours, entry: windowInput(), maximum: LIMITS.officeHours },
    (windows) => officeHoursViolations(windows),
  ),
  ...validateWellFormedEntries(
    { sent: sent.time_off, entry: timeOffInput(), maximum: LIMITS.timeOff },
    (entries) => daysOffViolations(timeOff(entries), "time_off"),
  ),
];

const timeOff = (sent: readonly NewMember["time_off"][number][]) =>
  sent.map(({ start_date: startDate, end_date: endDate, reason }) => ({ startDate, endDate, reason }));
