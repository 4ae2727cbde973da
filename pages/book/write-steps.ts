import { type Appointment, isOpen, type Link } from "./link-api.ts";
import { LinkFailure } from "./link-failure.ts";

// Leads a write to a known end, as a pure machine: each answer determines the next step. A try whose answer was lost
// may have succeeded, and may still be under way.

/** The visitor's wish, and the state of the link at that time. */
export type Attempt = (
  | { readonly kind: "book" | "move"; readonly start: string }
  | { readonly kind: "cancel" }
) & { readonly before: Link };

/** The known facts so far. Times are milliseconds of a clock that runs on while the device sleeps. */
export type Progress = {
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
export type Answer =
  | { readonly to: "write"; readonly failure: LinkFailure; readonly at: number }
  | {
      readonly to: "read";
      readonly found: Link | LinkFailure;
      readonly askedAt: number;
      readonly at: number;
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
  readonly kind: "refused" | "taken" | "rateLimited" | "missed" | "fault";
  readonly link: Link;
  readonly failure: LinkFailure;
};

export type Next = { readonly progress: Progress; readonly step: Step };

type Step =
  | { readonly do: "write" | "read"; readonly afterMilliseconds: number }
  | { readonly do: "end"; readonly outcome: Outcome };

/** After this time, the service no longer works on a request. */
export const UNDER_WAY_MILLISECONDS = 30_000;

const TRIES = 3;
const REPEAT_MILLISECONDS = 60_000;
/** The step after the first try follows at once. */
const PAUSES_MILLISECONDS = [0, 1_000, 2_000, 4_000];
const LONGEST_PAUSE_MILLISECONDS = 8_000;

/** Returns the next step after a failed first try. */
export const startAfter = (
  attempt: Attempt,
  failure: LinkFailure,
  { sentAt, at }: { readonly sentAt: number; readonly at: number },
): Next => {
  const repeatUntil = sentAt + REPEAT_MILLISECONDS;
  const unsent = { tries: 0, repeatUntil, openUntil: null, failure, seen: attempt.before, steps: 0 };
  return nextStep(attempt, unsent, { to: "write", failure, at });
};

/** Returns the first step after the page was left during a try without an answer: it reads, and repeats nothing. */
export const resumeAt = ({ before }: Attempt, at: number): Next => {
  const failure = new LinkFailure("offline");
  const openUntil = at + UNDER_WAY_MILLISECONDS;
  const progress = { tries: TRIES, repeatUntil: at, openUntil, failure, seen: before, steps: 0 };
  return { progress, step: { do: "read", afterMilliseconds: 0 } };
};

export const nextStep = (attempt: Attempt, progress: Progress, answer: Answer): Next =>
  answer.to === "write" ? afterTry(attempt, progress, answer) : afterRead(attempt, progress, answer);

/** Repeats a booking at once, because a link books once. For any other write, reads the state first. */
const afterTry = (
  attempt: Attempt,
  before: Progress,
  { failure, at }: Extract<Answer, { readonly to: "write" }>,
): Next => {
  const progress = {
    ...before,
    failure,
    tries: before.tries + 1,
    openUntil: failure.isAnswered ? before.openUntil : at + UNDER_WAY_MILLISECONDS,
  };
  if (failure.kind === "ended") return ended(progress);
  if (failure.kind === "rateLimited" && progress.tries === 1) return nothingHappened(progress);
  const isRepeated = attempt.kind === "book" && mayRepeat(progress, at);
  return later(progress, isRepeated ? "write" : "read", { after: failure, at });
};

const afterRead = (
  attempt: Attempt,
  before: Progress,
  { found, askedAt, at }: Extract<Answer, { readonly to: "read" }>,
): Next => {
  if (found instanceof LinkFailure) return afterLostRead(before, found, at);
  const progress = { ...before, seen: found };
  const { consultation } = found;
  if (consultation && isWanted(attempt, consultation))
    return end(progress, { kind: "done", link: found, appointment: consultation });
  if (!canStillHappen(attempt, consultation)) return end(progress, { kind: "changed", link: found });
  const isSame = isSameAppointment(attempt.before.consultation, consultation);
  if (isSame && mayRepeat(progress, at)) return later(progress, "write", { after: progress.failure, at });
  if (mayBeUnderWay(progress, askedAt)) return later(progress, "read", { at });
  return isSame ? nothingHappened(progress) : end(progress, { kind: "changed", link: found });
};

const afterLostRead = (progress: Progress, after: LinkFailure, at: number): Next => {
  if (after.kind === "ended") return ended(progress);
  const { failure, openUntil } = progress;
  if (failure.kind === "taken" && openUntil === null) return nothingHappened(progress);
  return later(progress, "read", { after, at });
};

/** Returns true if the same write may be sent again: the last try had no answer, or the service asks for another. */
export const mayRepeat = ({ failure, tries, repeatUntil }: Progress, at: number): boolean =>
  (!failure.isAnswered || failure.retryAfterMilliseconds !== undefined) && tries < TRIES && at < repeatUntil;

const mayBeUnderWay = ({ openUntil }: Progress, askedAt: number) => openUntil !== null && askedAt < openUntil;

const isWanted = (attempt: Attempt, appointment: Appointment) =>
  attempt.kind === "cancel"
    ? appointment.status === "canceled"
    : appointment.start_at === attempt.start && isOpen(appointment);

/** A write is impossible after the one booking of a link, or on a final consultation. */
const canStillHappen = ({ kind }: Attempt, consultation: Appointment | null) =>
  kind === "book" ? consultation === null : consultation !== null && isOpen(consultation);

const ACTIONS = { book: "book", move: "reschedule", cancel: "cancel" } as const;

/** Returns the state after a refusal, which may be newer than what was read. */
export const afterRefusal = ({ kind }: Pick<Attempt, "kind">, link: Link): Link => ({
  ...link,
  allowed: { ...link.allowed, [ACTIONS[kind]]: false },
});

/** Returns why a wish from an earlier state of the link can no longer be met, if so. */
export const obstacleTo = (
  { kind, before }: Pick<Attempt, "kind" | "before">,
  now: Link,
): "other" | "changed" | "notAllowed" | undefined => {
  if (!isSameAppointment(before.consultation, now.consultation)) return kind === "book" ? "other" : "changed";
  return now.allowed[ACTIONS[kind]] ? undefined : "notAllowed";
};

const TERMS = ["start_at", "status", "type", "duration_min", "location", "amount", "currency"] as const;

/** Returns whether an appointment is as the page shows it. Staff may change each term alone. */
const isSameAppointment = (one: Appointment | null, other: Appointment | null) =>
  one?.attorney.name === other?.attorney.name && TERMS.every((term) => one?.[term] === other?.[term]);

const end = (progress: Progress, outcome: Outcome): Next => ({ progress, step: { do: "end", outcome } });

const nothingHappened = (progress: Progress): Next => {
  const { failure, seen: link } = progress;
  const kind = failure.kind === "offline" || failure.kind === "ended" ? "missed" : failure.kind;
  return end(progress, { kind, link, failure });
};

/** Ends the write. A single try that was refused has not happened. */
const ended = (progress: Progress): Next => {
  const { tries, failure } = progress;
  const isUnsure = tries > 1 || !["ended", "refused", "taken"].includes(failure.kind);
  return end(progress, { kind: "ended", isUnsure });
};

type Pause = { readonly after?: LinkFailure; readonly at: number };

/** Pauses longer each time, and as long as the service asks, but reads as soon as nothing can be under way. */
const later = (progress: Progress, what: "write" | "read", { after, at }: Pause): Next => {
  const { steps, openUntil } = progress;
  const pause = PAUSES_MILLISECONDS[steps] ?? LONGEST_PAUSE_MILLISECONDS;
  const untilSettled = what === "read" && openUntil !== null && openUntil > at ? openUntil - at : pause;
  const afterMilliseconds = Math.max(Math.min(pause, untilSettled), after?.retryAfterMilliseconds ?? 0);
  return { progress: { ...progress, steps: steps + 1 }, step: { do: what, afterMilliseconds } };
};
