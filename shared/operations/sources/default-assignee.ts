import type { Violation } from "../../contract/app-error.ts";
import { assigneeViolations, type Member } from "../../domain/members/member.ts";

/** Whoever gets a source's leads must be an active member when that is set. */
export const defaultAssigneeViolations = (sent: unknown, member: Member | null): Violation[] =>
  assigneeViolations(sent, member).map(({ message }) => ({ field: "default_assignee_id", message }));
