import type { Violation } from "../../contract/app-error.ts";
import { isUuid } from "../record-id.ts";

/** A person of the firm: whom leads are assigned to and, when schedulable, whom consultations are booked with. */
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
  /** First and last day off, both included. */
  readonly timeOff: readonly {
    readonly startDate: string;
    readonly endDate: string;
    readonly reason: string;
  }[];
  readonly version: number;
  /** Version of the firm's settings whose holidays a booking with this member must heed; 0 when none were ever set. */
  readonly minSettingsVersion: number;
};

/** An assignee must be an active member of the firm; what is no id at all is the schema's to refuse. */
export const assigneeViolations = (assigneeId: unknown, member: Member | null): Violation[] =>
  typeof assigneeId !== "string" || !isUuid(assigneeId) || member?.active
    ? []
    : [{ field: "assignee_id", message: "must be an active member of the firm" }];
