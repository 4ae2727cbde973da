import { createdAt, isUuid } from "../runtime/record-id.ts";
import { AppError } from "../schema/app-error.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import type { Violation } from "../schema/violations.ts";
import { memberFields } from "./member-fields.contract.ts";

/** A person of the firm. Leads can be assigned to members, and consultations booked with schedulable ones. */
export type Member = RecordOf<typeof memberFields>;

/** A firm's attorneys: the ids of all, in the order of their creation, and those already read. */
export type FirmAttorneys = { readonly ids: readonly string[]; readonly read: readonly Member[] };

/** Returns whether consultations can be booked with a member. */
export const isBookable = (member: Member | null): member is Member =>
  member?.active === true && member.schedulable;

/**
 * Requires an active member for a key that shows the member's consultations.
 * @throws AppError `key_disabled`
 */
export const requireActive = (member: Member | null): Member => {
  if (member?.active === true) return member;
  throw new AppError("key_disabled", "The member of the calendar link is not active.");
};

export const NOT_BOOKABLE: Violation = {
  field: "attorney_id",
  message: "must be an active, schedulable member of the firm",
};

/** Requires that an assignee is an active member of the firm. The schema rejects non-UUIDs. */
export const assigneeViolations = (
  assigneeId: unknown,
  member: Member | null,
  { field = "assignee_id", stored = null }: { field?: string; stored?: string | null | undefined } = {},
): Violation[] =>
  !isUuid(assigneeId) || member?.active || assigneeId.toLowerCase() === stored
    ? []
    : [{ field, message: "must be an active member of the firm" }];

/** Returns a member as the API shows it to those who read settings. */
export const memberResource = (member: Member) =>
  memberFields.resource(member, { created_at: createdAt(member.id) });
