import type { AttorneyResource } from "../../contract/attorneys.ts";
import type { MemberResource } from "../../contract/members.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import { createdAt, isUuid } from "../record-id.ts";

/**
 * A person of the firm, to whom leads are assigned and, if schedulable, with whom consultations are booked.
 */
export type Member = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Free text, for example `attorney` or `paralegal`. */
  readonly role: string;
  readonly schedulable: boolean;
  readonly active: boolean;
  /** IANA zone name, in which office hours and time off are read. */
  readonly timeZone: string;
  /** Weekly windows: weekday 1 (Monday) to 7, `HH:MM` to `HH:MM` or `24:00`. */
  readonly officeHours: readonly { readonly weekday: number; readonly start: string; readonly end: string }[];
  /** First and last day off, both inclusive. */
  readonly timeOff: readonly {
    readonly startDate: string;
    readonly endDate: string;
    readonly reason: string;
  }[];
  readonly version: number;
  /** Oldest version of the firm's settings whose holidays a booking may use; 0 if none were ever set. */
  readonly minSettingsVersion: number;
};

/** An assignee must be an active member of the firm. The schema rejects non-UUIDs. */
export const assigneeViolations = (
  assigneeId: unknown,
  member: Member | null,
  field = "assignee_id",
): Violation[] =>
  !isUuid(assigneeId) || member?.active ? [] : [{ field, message: "must be an active member of the firm" }];

/** A member as the API shows it to those who read settings. */
export const memberResource = (member: Member): MemberResource => ({
  id: member.id,
  name: member.name,
  email: member.email,
  role: member.role,
  schedulable: member.schedulable,
  active: member.active,
  time_zone: member.timeZone,
  office_hours: member.officeHours.map(({ weekday, start, end }) => ({ weekday, start, end })),
  time_off: member.timeOff.map(({ startDate, endDate, reason }) => ({
    start_date: startDate,
    end_date: endDate,
    reason,
  })),
  created_at: createdAt(member.id),
  version: member.version,
});

/** A member as callers who book consultations see it: without the reasons of time off. */
export const attorneyResource = (member: Member): AttorneyResource => ({
  id: member.id,
  name: member.name,
  email: member.email,
  role: member.role,
  time_zone: member.timeZone,
  has_office_hours: member.officeHours.length > 0,
});
