import { createHash } from "node:crypto";
import { type FirmAttorneys, isBookable, type Member, NOT_BOOKABLE } from "../members/member.rules.ts";
import { isUuid } from "../runtime/record-id.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Violation } from "../schema/violations.ts";
import { findConsultationType, poolOf } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { startRuleViolation } from "../time/booking-rules.rules.ts";
import { type Slot, slotOf } from "../time/intervals.rules.ts";
import type { AttorneyCalendar, SlotProblem } from "../time/slots.rules.ts";
import { brokenStartRules } from "../time/start-rules.rules.ts";
import { liveHold, type StoredHold } from "./hold.rules.ts";

/** What a booking or hold is decided by, before its slot. */
type Booking = {
  readonly settings: FirmSettings;
  /** The attorney that it names, or those of the firm. */
  readonly attorneys: NamedAttorney | FirmAttorneys;
  /** The hold that it names. */
  readonly hold?: StoredHold | null;
};

type Request = { readonly json: Readonly<Record<string, unknown>>; readonly nowMilliseconds: number };

/** The attorney that a request names, if there is one. */
export type NamedAttorney = { readonly read: readonly (Member | null)[] };

/** Who may take a booking, by id: the attorney that it names, the one of its live hold, or any in the pool of its type. */
export const candidateIds = (booking: Booking, { json, nowMilliseconds }: Request): string[] => {
  const { attorneys } = booking;
  if (!("ids" in attorneys)) return attorneys.read.filter(isBookable).map(({ id }) => id);
  const held = liveHold(booking.hold ?? null, nowMilliseconds);
  if (held) return attorneys.ids.filter((id) => id === held.attorneyId);
  const type = findConsultationType(booking.settings, json.type);
  return type ? poolOf(type, attorneys.ids) : [];
};

/** What a booking may leave out only if its type is one of the firm's, and what makes nobody take it. */
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

/** Why an attorney cannot take a slot: the slot itself, or as many live holds as an attorney may have. */
export type CandidateProblem = SlotProblem | "too_many_holds";

/** An attorney who may take a slot, and what the check of it came to. */
export type Candidate = {
  readonly attorney: { readonly id: string };
  readonly calendar: AttorneyCalendar;
  readonly problem: CandidateProblem | null;
};

type Load<Each> = {
  /** How many consultations the attorney has on the local day of the slot. */
  readonly countOf: (candidate: Each) => number;
  /** Decides among equals. */
  readonly seed: string;
};

/** Of those who are free, the one with the fewest consultations that day; among equals, any. */
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

type Refusal = {
  readonly code: SlotProblem;
  readonly message: string;
  readonly details?: readonly Violation[];
};

/** Why none of the candidates takes the slot: the error that all share, otherwise that the slot is not available. */
export const refusalOf = (candidates: readonly Candidate[], slot: Slot): Refusal => {
  const [problem = "slot_unavailable", ...otherProblems] = new Set(
    candidates.map((candidate) => candidate.problem ?? "slot_unavailable"),
  );
  const [code = "slot_unavailable", ...otherCodes] = new Set([problem, ...otherProblems].map(codeOf));
  const isShared = otherProblems.length === 0;
  const sentences = [
    ...(candidates.length > 1 ? ["No attorney of the pool can take the slot."] : []),
    ...(isShared ? [PROBLEM_MESSAGES[problem]] : []),
  ];
  const refusal = {
    code: otherCodes.length === 0 ? code : ("slot_unavailable" as const),
    message: sentences.join(" "),
  };
  if (refusal.code !== "booking_not_allowed") return refusal;
  const details = candidates.flatMap((candidate) => violationsOf(candidate, slotOf(slot).start));
  return { ...refusal, details: distinct(details) };
};

const codeOf = (problem: CandidateProblem): SlotProblem =>
  problem === "too_many_holds" ? "booking_not_allowed" : problem;

const violationsOf = ({ problem, calendar }: Candidate, start: number): Violation[] =>
  problem === "too_many_holds"
    ? [{ field: "holds", message: `must be at most ${LIMITS.liveHolds} live ones of an attorney` }]
    : brokenStartRules(calendar, start).map((rule) => startRuleViolation(rule, calendar.rules));

const distinct = (violations: readonly Violation[]) => [
  ...new Map(violations.map((violation) => [violation.field + violation.message, violation])).values(),
];

const PROBLEM_MESSAGES: Record<CandidateProblem, string> = {
  outside_office_hours: "The slot is not within the attorney's office hours.",
  attorney_unavailable: "The slot touches time off of the attorney or a holiday of the firm.",
  booking_not_allowed: "The slot is against the booking rules of the firm or the attorney.",
  slot_unavailable: "The slot overlaps another consultation or hold of the attorney, or is too close to one.",
  too_many_holds: `The attorney has ${LIMITS.liveHolds} live holds already.`,
};
