import { isDeepStrictEqual } from "node:util";
import type { Lead } from "../leads/lead.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { createdAt, isUuid } from "../runtime/record-id.ts";
import { AppError } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import type { Violation } from "../schema/violations.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import {
  conflictCheckFields,
  type decisionFields,
  type matchFields,
} from "./conflict-check-fields.contract.ts";

export type ConflictCheck = RecordOf<typeof conflictCheckFields>;
export type CheckMatch = RecordOf<typeof matchFields>;
export type Decision = RecordOf<typeof decisionFields>;

const hasMatches = ({ matches }: Pick<ConflictCheck, "matches">) => matches.length > 0;

export const resultOf = (check: Pick<ConflictCheck, "matches">) =>
  hasMatches(check) ? "matches" : "no_match";

/** Returns a check as the API shows it. */
export const conflictCheckResource = (check: ConflictCheck) =>
  conflictCheckFields.resource(check, { created_at: createdAt(check.id), result: resultOf(check) });

/**
 * Returns the settings of a firm with a conflict gate.
 * @throws AppError `conflict_gate_disabled`
 */
export const requireGate = (settings: FirmSettings): FirmSettings => {
  if (settings.conflictGate.enabled) return settings;
  throw new AppError("conflict_gate_disabled", "The firm has no conflict gate: enable it in the settings.");
};

/**
 * Returns the same, if all leads are indexed.
 * @throws AppError `conflict_gate_disabled` or `conflict_index_building`
 */
export const requireIndex = (settings: FirmSettings): FirmSettings => {
  const { conflictIndex } = requireGate(settings);
  if (conflictIndex.state === "complete") return settings;
  const message = `The firm's leads are still being indexed: ${conflictIndex.indexed} are.`;
  throw new AppError("conflict_index_building", message);
};

/**
 * Requires a check on which a decision can stand.
 * @throws AppError `check_outdated`
 */
export const requireCurrent = ({ conflict }: Pick<Lead, "conflict">, check: ConflictCheck): void => {
  const isCurrent = conflict?.newestCheckId === check.id && !conflict.isOutdated;
  if (isCurrent && check.decisions.length < LIMITS.conflictDecisions) return;
  const message = "The check is not the lead's newest, or the lead has changed since: check it again.";
  throw new AppError("check_outdated", message);
};

type Records = {
  readonly check: ConflictCheck;
  /** The named member; null when the firm has no such member. */
  readonly member: Member | null;
};

type Request = {
  readonly json: Readonly<Record<string, unknown>>;
  /** The id of the member who has signed in; null for a key. */
  readonly signedIn: string | null;
};

/** Returns what is invalid in a decision in view of the records. The schema rejects what is no id or text. */
export const decisionViolations = (
  { check, member }: Records,
  { json, signedIn }: Request,
): readonly Violation[] => {
  const { member_id: memberId = null, reason } = json;
  return [
    ...memberViolations(memberId, { member, signedIn }),
    ...violation("reason", "is required where there are matches", hasMatches(check) && !reason),
  ];
};

const memberViolations = (
  memberId: unknown,
  { member, signedIn }: Pick<Records, "member"> & Pick<Request, "signedIn">,
): Violation[] => {
  if (signedIn !== null) {
    const isOther = isUuid(memberId) && memberId.toLowerCase() !== signedIn;
    return violation("member_id", "must be who has signed in", isOther);
  }
  return [
    ...violation("member_id", "is required: a person decides", memberId === null),
    ...violation("member_id", "must be an active member of the firm", isUuid(memberId) && !member?.active),
  ];
};

const violation = (field: string, message: string, isViolated: boolean): Violation[] =>
  isViolated ? [{ field, message }] : [];

/** Returns whether a decision is the one that the check already has last. */
export const isRepeated = ({ decisions }: ConflictCheck, decision: Decision): boolean => {
  const last = decisions.at(-1);
  return (["decision", "memberId", "reason"] as const).every((field) => last?.[field] === decision[field]);
};

/** Returns what an erasure of leads changes of a check, theirs or another lead's; null for nothing. */
export const erasedCheck = (
  { leadId, searched, matches, decisions }: ConflictCheck,
  leadIds: readonly string[],
): Partial<ConflictCheck> | null => {
  const isOwn = leadIds.includes(leadId);
  const isErased = (match: CheckMatch) =>
    isOwn || [match.leadId, match.mergedLeadId].some((id) => id !== undefined && leadIds.includes(id));
  const erased = {
    matches: matches.map((match) => (isErased(match) ? { ...match, name: "" } : match)),
    ...(isOwn && {
      searched: [],
      decisions: decisions.map((decision) => ({ ...decision, reason: null })),
    }),
  };
  return isDeepStrictEqual({ searched, decisions, ...erased }, { searched, decisions, matches })
    ? null
    : erased;
};
