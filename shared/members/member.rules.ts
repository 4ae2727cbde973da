import { type CamelCased, snakeCased } from "../runtime/collections.ts";
import { createdAt, isUuid } from "../runtime/record-id.ts";
import type { Violation } from "../schema/violations.ts";
import { bookingRules as bookingRulesForm } from "../time/booking-rules.contract.ts";
import type { BookingRules } from "../time/booking-rules.rules.ts";
import type { TimeOff } from "../time/working-time.rules.ts";
import type { MemberResource } from "./member.contract.ts";

/** What a record has in another form, or not at all. */
type Converted = "time_off" | "booking_rules" | "created_at";

/** A person of the firm, to whom leads are assigned and, if schedulable, with whom consultations are booked. */
export type Member = Readonly<CamelCased<Omit<MemberResource, Converted>>> & {
  readonly timeOff: readonly (TimeOff & { readonly reason: string })[];
  readonly bookingRules: BookingRules;
  /** Oldest version of the firm's settings by which a booking may be checked. */
  readonly minSettingsVersion: number;
};

/** A firm's attorneys: the ids of all, in the order of their creation, and those who were read. */
export type FirmAttorneys = { readonly ids: readonly string[]; readonly read: readonly Member[] };

/** Whether consultations can be booked with a member. */
export const isBookable = (member: Member | null): member is Member =>
  member?.active === true && member.schedulable;

export const NOT_BOOKABLE: Violation = {
  field: "attorney_id",
  message: "must be an active, schedulable member of the firm",
};

/** An assignee must be an active member of the firm. The schema rejects non-UUIDs. */
export const assigneeViolations = (
  assigneeId: unknown,
  member: Member | null,
  { field = "assignee_id", stored = null }: { field?: string; stored?: string | null | undefined } = {},
): Violation[] =>
  !isUuid(assigneeId) || member?.active || assigneeId.toLowerCase() === stored
    ? []
    : [{ field, message: "must be an active member of the firm" }];

/** A member as the API shows it to those who read settings. */
export const memberResource = ({
  timeOff,
  bookingRules,
  minSettingsVersion: _,
  ...stored
}: Member): MemberResource => ({
  ...snakeCased<Omit<MemberResource, Converted>>(stored),
  time_off: timeOff.map(timeOffResource),
  booking_rules: bookingRulesForm.show(bookingRules),
  created_at: createdAt(stored.id),
});

/** An entry of a member's time off as the API shows it. */
export const timeOffResource = (entry: Member["timeOff"][number]): MemberResource["time_off"][number] =>
  "startAt" in entry
    ? { start_at: entry.startAt, end_at: entry.endAt, reason: entry.reason }
    : { start_date: entry.startDate, end_date: entry.endDate, reason: entry.reason };
