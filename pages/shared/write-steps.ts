// Leads a write to a known end, as a pure machine: each answer determines the next step. A try whose answer was lost
// may have succeeded, and may still be under way.

import type { Outcome, Plan, Progress, WriteFailure } from "./write-plan.ts";

type Times = {
  readonly askedAt: number;
  readonly at: number;
  /** False if the browser knows by now that the device has no connection. */
  readonly isOnline: boolean;
};

/** What came of a step. A write that succeeded needs no next one. */
export type Asked<Seen> =
  | { readonly to: "write" | "read"; readonly failure: WriteFailure }
  | { readonly to: "read"; readonly seen: Seen };

export type RequestStep = { readonly do: "write" | "read"; readonly afterMilliseconds: number };

export type Next<Seen> = {
  readonly progress: Progress<Seen>;
  readonly step: RequestStep | { readonly do: "end"; readonly outcome: Outcome<Seen> };
};

/** After this time, the service no longer works on a request. */
export const UNDER_WAY_MILLISECONDS = 30_000;

/** Stands for the failure of a try before the first one. */
const UNSENT: WriteFailure = { kind: "offline", isAnswered: false };

const TRIES = 3;
const REPEAT_MILLISECONDS = 60_000;
/** The step after the first try follows at once. */
const PAUSES_MILLISECONDS = [0, 1_000, 2_000, 4_000];
const LONGEST_PAUSE_MILLISECONDS = 8_000;

/** A request that fails this soon has found no way to the service: in a tunnel, or while the network changes. */
const CUT_OFF_MILLISECONDS = 100;
const RECONNECT_MILLISECONDS = 2_000;

const FRESH = { sent: 0, tries: 0, openUntil: null, failure: UNSENT, steps: 0 };

export const startAt = <Seen>({ before, readsFirst }: Plan<Seen>, at: number): Next<Seen> =>
  atOnce(readsFirst ? "read" : "write", { ...FRESH, seen: before, repeatUntil: at + REPEAT_MILLISECONDS });

/** Returns the first step after the page was left during a try without an answer: it reads, and repeats nothing. */
export const resumeAt = <Seen>({ before }: Plan<Seen>, at: number): Next<Seen> => {
  const openUntil = at + UNDER_WAY_MILLISECONDS;
  return atOnce("read", { ...FRESH, sent: 1, tries: TRIES, seen: before, repeatUntil: at, openUntil });
};

/** Puts a step off while the browser knows that there is no connection. What was never sent, is not sent much later. */
export const putOff = <Seen>(progress: Progress<Seen>, step: RequestStep, at: number): Next<Seen> =>
  isUnsent(progress) && at >= progress.repeatUntil
    ? nothingHappened(progress)
    : { progress, step: { ...step, afterMilliseconds: RECONNECT_MILLISECONDS } };

/** Returns true if no request has left the device, so that nothing can have happened. */
export const isUnsent = ({ sent }: { readonly sent: number }): boolean => sent === 0;

export const nextStep = <Seen>(
  plan: Plan<Seen>,
  before: Progress<Seen>,
  answer: Asked<Seen> & Times,
): Next<Seen> => {
  if ("failure" in answer)
    return answer.to === "write" ? afterTry(plan, before, answer) : afterLostRead(before, answer);
  const progress = { ...before, seen: answer.seen };
  return isUnsent(progress) ? beforeFirstTry(plan, progress, answer) : afterRead(plan, progress, answer);
};

type Failed = Times & { readonly failure: WriteFailure };

const isCutOff = ({ kind }: WriteFailure, { askedAt, at, isOnline }: Times) =>
  kind === "offline" && (!isOnline || at - askedAt < CUT_OFF_MILLISECONDS);

/** Returns the wait until the service reads requests again, within which nobody expects another try. */
const unreadWaitOf = ({ kind, retryAfterMilliseconds = 0 }: WriteFailure) =>
  kind === "rateLimited" ? retryAfterMilliseconds : 0;

const afterTry = <Seen>(plan: Plan<Seen>, before: Progress<Seen>, answer: Failed): Next<Seen> => {
  const { failure, at } = answer;
  const progress = {
    ...before,
    failure,
    sent: before.sent + 1,
    tries: before.tries + (isCutOff(failure, answer) ? 0 : 1),
    repeatUntil: before.repeatUntil + unreadWaitOf(failure),
    openUntil: failure.isAnswered ? before.openUntil : at + UNDER_WAY_MILLISECONDS,
  };
  const what = plan.stepAfter({
    failure,
    isFirst: progress.sent === 1,
    isOpen: progress.openUntil !== null,
    mayRepeat: mayRepeat(plan, progress, at),
  });
  if (what !== "end") return later(progress, what, answer);
  return failure.kind === "ended" ? ended(progress) : nothingHappened(progress);
};

/** Sends the first try of a change only if what it changes is as the person saw it. */
const beforeFirstTry = <Seen>(plan: Plan<Seen>, progress: Progress<Seen>, { at }: Times): Next<Seen> => {
  const { seen } = progress;
  if (!plan.isUnchanged(seen)) return end(progress, { kind: "changed", seen });
  return mayRepeat(plan, progress, at) ? atOnce("write", progress) : nothingHappened(progress);
};

const afterRead = <Seen>(plan: Plan<Seen>, progress: Progress<Seen>, answer: Times): Next<Seen> => {
  const { seen, failure } = progress;
  if (plan.isDone(seen)) return end(progress, { kind: "done", seen });
  if (!plan.isPossible(seen)) return end(progress, { kind: "changed", seen });
  const isUnchanged = plan.isUnchanged(seen);
  // The read came after the wait for which the service asked.
  if (isUnchanged && mayRepeat(plan, progress, answer.at))
    return later(progress, "write", { ...answer, failure: { ...failure, retryAfterMilliseconds: 0 } });
  if (mayBeUnderWay(progress, answer.askedAt)) return later(progress, "read", answer);
  return isUnchanged ? nothingHappened(progress) : end(progress, { kind: "changed", seen });
};

const afterLostRead = <Seen>(progress: Progress<Seen>, answer: Failed): Next<Seen> => {
  const { failure, at } = answer;
  if (failure.kind === "ended") return ended(progress);
  if (isUnsent(progress) && !(failure.kind === "offline" && at < progress.repeatUntil))
    return nothingHappened({ ...progress, failure });
  if (progress.failure.kind === "taken" && progress.openUntil === null) return nothingHappened(progress);
  return later(progress, "read", answer);
};

/** Returns true if the same write may be sent again: the last try had no answer, or the service asks for another. */
export const mayRepeat = <Seen>(
  { isRepeatable }: Plan<Seen>,
  { failure, tries, openUntil, repeatUntil }: Progress<Seen>,
  at: number,
): boolean =>
  (openUntil === null || isRepeatable(failure)) &&
  (!failure.isAnswered || failure.retryAfterMilliseconds !== undefined) &&
  tries < TRIES &&
  at < repeatUntil;

const mayBeUnderWay = ({ openUntil }: { readonly openUntil: number | null }, askedAt: number) =>
  openUntil !== null && askedAt < openUntil;

const atOnce = <Seen>(what: "write" | "read", progress: Progress<Seen>): Next<Seen> => ({
  progress: { ...progress, steps: 0 },
  step: { do: what, afterMilliseconds: 0 },
});

const end = <Seen>(progress: Progress<Seen>, outcome: Outcome<Seen>): Next<Seen> => ({
  progress,
  step: { do: "end", outcome },
});

const nothingHappened = <Seen>(progress: Progress<Seen>): Next<Seen> => {
  const { failure, seen } = progress;
  return end(progress, { kind: "undone", seen, failure, isSent: !isUnsent(progress) });
};

/** Ends the write. A single try that was refused has not happened. */
const ended = <Seen>(progress: Progress<Seen>): Next<Seen> => {
  const { sent, failure } = progress;
  const isRefused = ["ended", "refused", "taken", "rateLimited"].includes(failure.kind);
  return end(progress, { kind: "ended", failure, isUnsure: sent > 1 || (sent === 1 && !isRefused) });
};

/**
 * Pauses longer each time, and as long as the service asks, but reads as soon as nothing can be under way. Without a
 * connection, pauses as long each time, and begins anew afterwards.
 */
const later = <Seen>(
  progress: Progress<Seen>,
  what: "write" | "read",
  last: Times & { readonly failure?: WriteFailure },
): Next<Seen> => {
  const { steps, openUntil, repeatUntil } = progress;
  const { at, failure } = last;
  const isBrief = steps > 0 && at < repeatUntil && failure !== undefined && isCutOff(failure, last);
  const pause = isBrief ? RECONNECT_MILLISECONDS : (PAUSES_MILLISECONDS[steps] ?? LONGEST_PAUSE_MILLISECONDS);
  const untilSettled = what === "read" && openUntil !== null && openUntil > at ? openUntil - at : pause;
  const afterMilliseconds = Math.max(Math.min(pause, untilSettled), failure?.retryAfterMilliseconds ?? 0);
  return {
    progress: { ...progress, steps: isBrief ? 1 : steps + 1 },
    step: { do: what, afterMilliseconds },
  };
};
