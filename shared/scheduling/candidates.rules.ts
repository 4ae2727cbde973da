import { createHash } from "node:crypto";
import { type FirmAttorneys, isBookable, type Member, NOT_BOOKABLE } from "../members/member.rules.ts";
import { isUuid } from "../runtime/record-id.ts";
import { fullList } from "../schema/full-list.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Violation } from "../schema/violations.ts";
import { findConsultationType, poolOf } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { startRuleViolation } from "../time/booking-rules.rules.ts";
import { type Interval, overlaps, type Slot, slotOf } from "../time/intervals.rules.ts";
import type { SLOT_ERRORS } from "../time/slot.contract.ts";
import type { AttorneyCalendar, SlotProblem } from "../time/slots.rules.ts";
import { violatedStartRules } from "../time/start-rules.rules.ts";
import { liveHold, type StoredHold } from "./hold.rules.ts";

/** The basis for a decision on a booking or hold, except its slot. */
type Booking = {
  readonly settings: FirmSettings;
  /** The attorney that it names, or those of the firm. */
  readonly attorneys: NamedAttorney | FirmAttorneys;
  /** The hold that it names. */
  readonly hold?: StoredHold | null;
};

type Request = { readonly json: Readonly<Record<string, unknown>>; readonly nowMilliseconds: number };

/** The attorney that a request names, if any. */
export type NamedAttorney = { readonly read: readonly (Member | null)[] };

/** Returns the ids of the candidates: the attorney that the booking names, the one of its live hold, or its type's pool. */
export const candidateIds = (booking: Booking, { json, nowMilliseconds }: Request): string[] => {
  const { attorneys } = booking;
  if (!("ids" in attorneys)) return attorneys.read.filter(isBookable).map(({ id }) => id);
  const held = liveHold(booking.hold ?? null, nowMilliseconds);
  if (held) return attorneys.ids.filter((id) => id === held.attorneyId);
  const type = findConsultationType(booking.settings, json.type);
  return type ? poolOf(type, attorneys.ids) : [];
};

/** Returns violations for fields that only a booking with a type of the firm may omit, and for a lack of candidates. */
export const bookingViolations = (booking: Booking, request: Request): Violation[] => {
  const { json } = request;
  const hasType = findConsultationType(booking.settings, json.type) !== undefined;
  const isMissing = (field: string) => json[field] === undefined;
  return [
    ...(isMissing("attorney_id") || isUuid(json.attorney_id) ? candidateViolations(booking, request) : []),
    ...(isMissing("duration_min") && !hasType ? [required("duration_min")] : []),
  ];
};

const candidateViolations = (booking: Booking, request: Request): Violation[] => {
  if (candidateIds(booking, request).length > 0) return [];
  const { json, nowMilliseconds } = request;
  const isNamed = json.attorney_id !== undefined || liveHold(booking.hold ?? null, nowMilliseconds);
  if (isNamed) return [NOT_BOOKABLE];
  return findConsultationType(booking.settings, json.type) ? [EMPTY_POOL] : [required("attorney_id")];
};

const required = (field: string): Violation => ({
  field,
  message: "is required, unless type is the key of one of the firm's consultation types",
});

const EMPTY_POOL = {
  field: "type",
  message: "has no attorney who can be booked: change its attorney_ids, or name an attorney_id",
};

/** The reason why an attorney cannot take a slot: the slot itself, or the maximum of live holds. */
export type CandidateProblem = SlotProblem | "too_many_holds";

/** An attorney who may take a slot, and the result of its check. */
export type Candidate = {
  readonly attorney: { readonly id: string };
  readonly calendar: AttorneyCalendar;
  /** False if the slot is to be held, and the attorney has the maximum of live holds. */
  readonly hasRoom: boolean;
  readonly problem: CandidateProblem | null;
};

type Load<Each> = {
  /** Returns the number of the attorney's consultations on the local day of the slot. */
  readonly countOf: (candidate: Each) => number;
  /** Decides among equals. */
  readonly seed: string;
};

/** Returns the free candidate with the fewest consultations that day; among equals, any. */
export const chooseCandidate = <Each extends Candidate>(
  candidates: readonly Each[],
  { countOf, seed }: Load<Each>,
): Each | undefined => {
  const free = candidates.filter(({ problem }) => problem === null);
  if (free.length < 2) return free[0];
  const ranked = free.map((candidate) => ({
    candidate,
    count: countOf(candidate),
    lot: lotOf(seed + candidate.attorney.id),
  }));
  ranked.sort((one, other) => one.count - other.count || (one.lot < other.lot ? -1 : 1));
  return ranked[0]?.candidate;
};

const lotOf = (text: string) => createHash("sha256").update(text).digest("hex");

type SlotErrorCode = (typeof SLOT_ERRORS)[number];

type Refusal = {
  readonly code: SlotErrorCode;
  readonly message: string;
  readonly details?: readonly Violation[];
};

/**
 * Returns the refusal of all candidates: their common error, otherwise that the slot is not available. Passes over those
 * with the maximum of live holds, unless all have it.
 */
export const refusalOf = (all: readonly Candidate[], slot: Slot): Refusal => {
  const withRoom = all.filter(({ hasRoom }) => hasRoom);
  const candidates = withRoom.length > 0 ? withRoom : all;
  const [problem = "slot_unavailable", ...otherProblems] = new Set(
    candidates.map((candidate) => candidate.problem ?? "slot_unavailable"),
  );
  const [code = "slot_unavailable", ...otherCodes] = new Set([problem, ...otherProblems].map(codeOf));
  const isShared = otherProblems.length === 0;
  const sentences = [
    ...(all.length > 1 ? ["No attorney of the pool can take the slot."] : []),
    ...(isShared ? [PROBLEM_MESSAGES[problem]] : []),
  ];
  const refusal = {
    code: otherCodes.length === 0 ? code : ("slot_unavailable" as const),
    message: sentences.join(" "),
  };
  const details = distinct(
    candidates
      .filter(({ problem }) => problem && codeOf(problem) === refusal.code)
      .flatMap((candidate) => violationsOf(candidate, slotOf(slot))),
  );
  return details.length === 0 ? refusal : { ...refusal, details };
};

const codeOf = (problem: CandidateProblem): SlotErrorCode => {
  if (problem === "too_many_holds") return "booking_not_allowed";
  return problem === "busy_time" ? "attorney_unavailable" : problem;
};

const violationsOf = ({ problem, calendar }: Candidate, slot: Interval): Violation[] => {
  if (problem === "too_many_holds") return [fullList("holds")];
  if (problem === "busy_time")
    return calendar.busyTimes
      .filter((each) => overlaps(each, slot))
      .map((each) => ({ field: "busy", message: `overlaps a busy time of the calendar ${each.calendar}` }));
  if (problem !== "booking_not_allowed") return [];
  return violatedStartRules(calendar, slot.start).map((rule) => startRuleViolation(rule, calendar.rules));
};

const distinct = (violations: readonly Violation[]) => [
  ...new Map(violations.map((violation) => [violation.field + violation.message, violation])).values(),
];

const PROBLEM_MESSAGES: Record<CandidateProblem, string> = {
  outside_office_hours: "The slot is not within the attorney's office hours.",
  busy_time: "The slot overlaps a busy time of the attorney's calendar.",
  attorney_unavailable: "The slot overlaps time off of the attorney or a holiday of the firm.",
  booking_not_allowed: "The slot violates the booking rules of the firm or the attorney.",
  slot_unavailable: "The slot overlaps another consultation or hold of the attorney, or is too close to one.",
  too_many_holds: `The attorney has ${LIMITS.liveHolds} live holds, which is the maximum.`,
};
