import { isDeepStrictEqual } from "node:util";
import type * as z from "zod/mini";
import { createdAtMilliseconds } from "../runtime/record-id.ts";
import { AppError } from "../schema/app-error.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { type CONFLICT_STATES, SET_STATES, type storedConflict } from "./clearance.contract.ts";
import type { leadFields } from "./lead-fields.contract.ts";

type Lead = RecordOf<typeof leadFields>;
export type ConflictState = (typeof CONFLICT_STATES)[number];
type StoredConflict = z.output<ReturnType<typeof storedConflict>>;

type Rules = {
  /** Whether a person has decided that the lead can be booked. */
  readonly isCleared: boolean;
  /** Whether it ends when what it stands on changes, or something new matches. */
  readonly lapses: boolean;
};

/** The states of a lead. */
const STATES: Readonly<Record<ConflictState, Rules>> = {
  unchecked: { isCleared: false, lapses: false },
  no_match: { isCleared: false, lapses: true },
  matches: { isCleared: false, lapses: false },
  cleared: { isCleared: true, lapses: true },
  waived: { isCleared: true, lapses: true },
  // Ends by a person's decision alone.
  blocked: { isCleared: false, lapses: false },
  lapsed: { isCleared: false, lapses: false },
};

/** The states in which a lead can be booked by whatever rule. */
export const CLEARED_STATES = SET_STATES.filter((state) => STATES[state].isCleared);

export const isClearedState = (state: ConflictState): boolean => STATES[state].isCleared;
export const canLapse = (state: ConflictState): boolean => STATES[state].lapses;

/** What checks compare. */
type Matched = Pick<Lead, "firstName" | "lastName" | "email" | "phone" | "parties" | "mergedLeadIds">;

const MATCHED_FIELDS = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "parties",
  "mergedLeadIds",
] as const satisfies readonly (keyof Matched)[];

/** Returns whether a change is one of what checks compare. */
export const changesMatching = (before: Matched, after: Matched): boolean =>
  MATCHED_FIELDS.some((field) => !isDeepStrictEqual(before[field], after[field]));

/** Returns a lead whose clearance has lapsed. A blocked lead stays blocked, and can be decided on after another check. */
export const lapsed = <Record extends Pick<Lead, "conflict">>(lead: Record, at: string): Record => {
  const { conflict } = lead;
  if (conflict === undefined) return lead;
  const state = canLapse(conflict.state) ? ({ state: "lapsed", at } as const) : {};
  return { ...lead, conflict: { ...conflict, ...state, isOutdated: true } };
};

/** Returns the lead after a change by which its clearance lapses if it stood on what has changed. */
export const withLapse = (before: Lead, after: Lead, at: string): Lead =>
  changesMatching(before, after) ? lapsed({ ...after, comparedSince: at }, at) : after;

/** Returns whether a lead is new or has changed since an instant, and was not checked after that. */
export const awaitsCheck = (
  { id, conflict, comparedSince }: Pick<Lead, "id" | "conflict" | "comparedSince">,
  sinceMilliseconds: number,
): boolean => {
  const changedAt = comparedSince === undefined ? createdAtMilliseconds(id) : Date.parse(comparedSince);
  const isChecked = conflict !== undefined && createdAtMilliseconds(conflict.newestCheckId) > changedAt;
  return changedAt >= sinceMilliseconds && !isChecked;
};

/** Returns the state of a lead that another one is merged into: blocked if either is. */
export const mergedConflict = (target: Lead, other: Lead): Pick<Lead, "conflict"> => {
  const isBlockedByOther = other.conflict?.state === "blocked" && target.conflict?.state !== "blocked";
  return { conflict: isBlockedByOther ? other.conflict : target.conflict };
};

type CheckResult = {
  readonly id: string;
  readonly result: "no_match" | "matches";
  /** Whether it shows no match beyond those of the check on which the lead's state stands. */
  readonly isCovered: boolean;
};

/** Returns the state after a check: a cleared or waived lead stays so unless something new matches, a blocked one always. */
export const conflictAfterCheck = (
  { conflict }: Pick<Lead, "conflict">,
  { id, result, isCovered }: CheckResult,
  at: string,
): StoredConflict => {
  const isKept = conflict && (conflict.state === "blocked" || (isClearedState(conflict.state) && isCovered));
  if (isKept) return { ...conflict, newestCheckId: id, isOutdated: undefined };
  return { state: result, checkId: id, at, newestCheckId: id };
};

/** Returns the state after a person's decision on the newest check. */
export const conflictAfterDecision = (
  decision: "cleared" | "blocked" | "waived",
  checkId: string,
  at: string,
): StoredConflict => ({ state: decision, checkId, at, newestCheckId: checkId });

export type Gate = Pick<FirmSettings, "conflictGate" | "conflictIndex">;

/** Returns the state by which the gate judges a lead: unchecked until the index is complete, unless a person has blocked it. */
export const judgedState = ({ conflict }: Pick<Lead, "conflict">, { conflictIndex }: Gate): ConflictState => {
  if (conflict === undefined) return "unchecked";
  return conflictIndex.state === "complete" || conflict.state === "blocked" ? conflict.state : "unchecked";
};

/** Returns whether a lead can be booked. */
export const isBookableLead = (lead: Pick<Lead, "conflict">, gate: Gate): boolean => {
  const { enabled, required } = gate.conflictGate;
  const state = judgedState(lead, gate);
  return !enabled || isClearedState(state) || (required === "none" && state !== "blocked");
};

/**
 * Requires that a lead can be booked.
 * @throws AppError `conflict_not_cleared`
 */
export const requireBookable = (lead: Pick<Lead, "conflict">, gate: Gate): void => {
  if (isBookableLead(lead, gate)) return;
  const state = judgedState(lead, gate);
  const checkId = lead.conflict?.checkId;
  const check =
    state === "unchecked" || checkId === undefined ? [] : [{ field: "conflict.check_id", message: checkId }];
  const message =
    state === "blocked"
      ? "Somebody has blocked the lead because of a conflict of interest."
      : `Nobody has cleared the lead of conflicts of interest: its state is ${state}.`;
  throw new AppError("conflict_not_cleared", message, {
    details: [{ field: "conflict.state", message: state }, ...check],
  });
};

/** Returns the state of a lead as the API shows it; null while the firm has no gate. */
export const conflictResource = (lead: Pick<Lead, "conflict">, gate: Gate) => {
  if (!gate.conflictGate.enabled) return null;
  const state = judgedState(lead, gate);
  const isSet = state !== "unchecked" && lead.conflict !== undefined;
  return {
    state,
    check_id: isSet ? lead.conflict.checkId : null,
    at: isSet ? lead.conflict.at : null,
  };
};
