import { type Attempt, canStillHappen, isSameAppointment, isWanted } from "./attempt.ts";
import type { Appointment, Link } from "./link-api.ts";
import { LinkFailure } from "./link-failure.ts";

// Leads a write to a known end, as a pure machine: each answer determines the next step. A try whose answer was lost
// may have succeeded, and may still be under way.

/** The known facts so far. Times are milliseconds of a clock that runs on while the device sleeps. */
export type Progress = {
  /** The number of requests that may have reached the service. */
  readonly sent: number;
  /** The number of tries that count: those without a connection do not. */
  readonly tries: number;
  /** The end of the time in which the visitor may expect another try. */
  readonly repeatUntil: number;
  /** The end of the time in which a try without an answer may be under way; null if each try was answered. */
  readonly openUntil: number | null;
  /** The failure of the last try. */
  readonly failure: LinkFailure;
  /** The latest state of the link. */
  readonly seen: Link;
  readonly steps: number;
};

/** The result of a step. A write that succeeded needs no next one. */
type Answer = (
  | { readonly to: "write"; readonly failure: LinkFailure }
  | { readonly to: "read"; readonly found: Link | LinkFailure }
) & {
  readonly askedAt: number;
  readonly at: number;
  /** False if the browser knows by now that the device has no connection. */
  readonly isOnline: boolean;
};

export type Outcome =
  /** The action has happened. Without the link, its present permissions are still unknown. */
  | { readonly kind: "done"; readonly link: Link | null; readonly appointment: Appointment }
  /** Others have used the link or changed the appointment. */
  | { readonly kind: "changed"; readonly link: Link }
  | FailedOutcome
  /** The link has ended. If unsure, it is unknown whether the action has happened. */
  | { readonly kind: "ended"; readonly isUnsure: boolean };

/** The action has not happened, and is not under way. */
export type FailedOutcome = {
  readonly kind: "refused" | "taken" | "rateLimited" | "unsent" | "missed" | "fault";
  readonly link: Link;
  readonly failure: LinkFailure;
};

export type Next = { readonly progress: Progress; readonly step: Step };

export type RequestStep = { readonly do: "write" | "read"; readonly afterMilliseconds: number };
type Step = RequestStep | { readonly do: "end"; readonly outcome: Outcome };

/** After this time, the service no longer works on a request. */
export const UNDER_WAY_MILLISECONDS = 30_000;

const TRIES = 3;
const REPEAT_MILLISECONDS = 60_000;
/** The step after the first try follows at once. */
const PAUSES_MILLISECONDS = [0, 1_000, 2_000, 4_000];
const LONGEST_PAUSE_MILLISECONDS = 8_000;

/** A request that fails this soon has found no way to the service: in a tunnel, or while the network changes. */
const CUT_OFF_MILLISECONDS = 100;
const RECONNECT_MILLISECONDS = 2_000;

/** Returns the first step. Reads before a change of an appointment, which staff may have changed since it was shown. */
export const startAt = ({ kind, before }: Attempt, at: number): Next => {
  const failure = new LinkFailure("offline");
  const repeatUntil = at + REPEAT_MILLISECONDS;
  const progress = { sent: 0, tries: 0, repeatUntil, openUntil: null, failure, seen: before, steps: 0 };
  return atOnce(kind === "book" ? "write" : "read", progress);
};

/** Returns the first step after the page was left during a try without an answer: it reads, and repeats nothing. */
export const resumeAt = ({ before }: Attempt, at: number): Next => {
  const failure = new LinkFailure("offline");
  const openUntil = at + UNDER_WAY_MILLISECONDS;
  const progress = { sent: 1, tries: TRIES, repeatUntil: at, openUntil, failure, seen: before, steps: 0 };
  return atOnce("read", progress);
};

/** Puts a step off while the browser knows that there is no connection. What was never sent, is not sent much later. */
export const putOff = (progress: Progress, step: RequestStep, at: number): Next =>
  isUnsent(progress) && at >= progress.repeatUntil
    ? nothingHappened(progress)
    : { progress, step: { ...step, afterMilliseconds: RECONNECT_MILLISECONDS } };

/** Returns true if no request has left the device, so that nothing can have happened. */
export const isUnsent = ({ sent }: Progress): boolean => sent === 0;

export const nextStep = (attempt: Attempt, before: Progress, answer: Answer): Next => {
  if (answer.to === "write") return afterTry(attempt, before, answer);
  const { found } = answer;
  if (found instanceof LinkFailure) return afterLostRead(before, found, answer);
  const progress = { ...before, seen: found };
  return isUnsent(progress)
    ? beforeFirstTry(attempt, progress, answer)
    : afterRead(attempt, progress, answer);
};

const isCutOff = ({ kind }: LinkFailure, { askedAt, at, isOnline }: Answer) =>
  kind === "offline" && (!isOnline || at - askedAt < CUT_OFF_MILLISECONDS);

/** Repeats a booking at once, because a link books once. For any other write, reads the state first. */
const afterTry = (
  attempt: Attempt,
  before: Progress,
  answer: Extract<Answer, { readonly to: "write" }>,
): Next => {
  const { failure, at } = answer;
  const progress = {
    ...before,
    failure,
    sent: before.sent + 1,
    tries: before.tries + (isCutOff(failure, answer) ? 0 : 1),
    openUntil: failure.isAnswered ? before.openUntil : at + UNDER_WAY_MILLISECONDS,
  };
  if (failure.kind === "ended") return ended(progress);
  if (failure.kind === "rateLimited" && progress.sent === 1) return nothingHappened(progress);
  const isRepeated = attempt.kind === "book" && mayRepeat(progress, at);
  return later(progress, isRepeated ? "write" : "read", { answer, failure });
};

/** Sends the first try of a change only if the appointment is as the visitor saw it. */
const beforeFirstTry = ({ before }: Attempt, progress: Progress, { at }: Answer): Next => {
  const { seen } = progress;
  if (!isSameAppointment(before, seen)) return end(progress, { kind: "changed", link: seen });
  return mayRepeat(progress, at) ? atOnce("write", progress) : nothingHappened(progress);
};

const afterRead = (attempt: Attempt, progress: Progress, answer: Answer): Next => {
  const { seen, failure } = progress;
  const { consultation } = seen;
  if (consultation && isWanted(attempt, consultation))
    return end(progress, { kind: "done", link: seen, appointment: consultation });
  if (!canStillHappen(attempt, consultation)) return end(progress, { kind: "changed", link: seen });
  const isSame = isSameAppointment(attempt.before, seen);
  if (isSame && mayRepeat(progress, answer.at)) return later(progress, "write", { answer, failure });
  if (mayBeUnderWay(progress, answer.askedAt)) return later(progress, "read", { answer });
  return isSame ? nothingHappened(progress) : end(progress, { kind: "changed", link: seen });
};

const afterLostRead = (progress: Progress, failure: LinkFailure, answer: Answer): Next => {
  if (failure.kind === "ended") return ended(progress);
  if (isUnsent(progress) && !(failure.kind === "offline" && answer.at < progress.repeatUntil))
    return nothingHappened({ ...progress, failure });
  if (progress.failure.kind === "taken" && progress.openUntil === null) return nothingHappened(progress);
  return later(progress, "read", { answer, failure });
};

/** Returns true if the same write may be sent again: the last try had no answer, or the service asks for another. */
export const mayRepeat = ({ failure, tries, repeatUntil }: Progress, at: number): boolean =>
  (!failure.isAnswered || failure.retryAfterMilliseconds !== undefined) && tries < TRIES && at < repeatUntil;

const mayBeUnderWay = ({ openUntil }: Progress, askedAt: number) => openUntil !== null && askedAt < openUntil;

const atOnce = (what: "write" | "read", progress: Progress): Next => ({
  progress: { ...progress, steps: 0 },
  step: { do: what, afterMilliseconds: 0 },
});

const end = (progress: Progress, outcome: Outcome): Next => ({ progress, step: { do: "end", outcome } });

const nothingHappened = (progress: Progress): Next => {
  const { failure, seen: link } = progress;
  const isUnexplained = failure.kind === "offline" || failure.kind === "ended";
  const unexplained = isUnsent(progress) ? "unsent" : "missed";
  return end(progress, { kind: isUnexplained ? unexplained : failure.kind, link, failure });
};

/** Ends the write. A single try that was refused has not happened. */
const ended = (progress: Progress): Next => {
  const { sent, failure } = progress;
  const isRefused = ["ended", "refused", "taken"].includes(failure.kind);
  return end(progress, { kind: "ended", isUnsure: sent > 1 || (sent === 1 && !isRefused) });
};

/** The last answer, and its failure or that of the last try. */
type Last = { readonly answer: Answer; readonly failure?: LinkFailure };

/**
 * Pauses longer each time, and as long as the service asks, but reads as soon as nothing can be under way. Without a
 * connection, pauses as long each time, and begins anew afterwards.
 */
const later = (progress: Progress, what: "write" | "read", { answer, failure }: Last): Next => {
  const { steps, openUntil, repeatUntil } = progress;
  const { at } = answer;
  const isBrief = steps > 0 && at < repeatUntil && failure !== undefined && isCutOff(failure, answer);
  const pause = isBrief ? RECONNECT_MILLISECONDS : (PAUSES_MILLISECONDS[steps] ?? LONGEST_PAUSE_MILLISECONDS);
  const untilSettled = what === "read" && openUntil !== null && openUntil > at ? openUntil - at : pause;
  const afterMilliseconds = Math.max(Math.min(pause, untilSettled), failure?.retryAfterMilliseconds ?? 0);
  return {
    progress: { ...progress, steps: isBrief ? 1 : steps + 1 },
    step: { do: what, afterMilliseconds },
  };
};
