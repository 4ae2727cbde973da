import {
  IntakeApiError,
  IntakeError,
  IntakeNetworkError,
  IntakeOutcomeUnknownError,
  IntakeResponseError,
  TimeoutError,
} from "../../client/src/index.ts";
import { lostAnswerOf } from "../../client/src/lost-answers.ts";
import type { FailureKind, WriteFailure } from "../shared/write-plan.ts";

/** From this status on, the service may have done what was asked. */
const FAILED = 500;
const RATE_LIMITED = 429;
const UNAVAILABLE = 503;

/** No limit of the service asks for a longer wait. */
const LONGEST_WAIT_SECONDS = 60;

/** Returns the API's refusal, by which nothing was done; null for any other error. */
export const refusalIn = (error: unknown): IntakeApiError | null =>
  error instanceof IntakeApiError && error.status < FAILED ? error : null;

/** Reads what the client threw. Of a write, all but a refusal leaves open whether it was done. */
export const failureOf = (error: unknown, to: "write" | "read"): WriteFailure => {
  const cause = error instanceof IntakeOutcomeUnknownError ? error.cause : error;
  return {
    kind: kindOf(cause, to),
    isAnswered: refusalIn(cause) !== null,
    requestId: cause instanceof IntakeApiError ? cause.requestId : undefined,
    retryAfterMilliseconds: waitOf(cause),
    cause: error,
  };
};

/** Returns whether a lost call may be sent again, as the client's table of lost answers says. */
export const isSafeToRepeat = (error: unknown): boolean => {
  if (error instanceof IntakeOutcomeUnknownError) return error.mayRepeat;
  return error instanceof IntakeError && REPEATED.includes(lostAnswerOf(error.operation, {}).way);
};

const REPEATED = ["repeated", "repeatedWithKey"];

const kindOf = (cause: unknown, to: "write" | "read"): FailureKind => {
  if (cause instanceof IntakeNetworkError) return "offline";
  const refusal = refusalIn(cause);
  if (refusal) return refusal.status === RATE_LIMITED ? "rateLimited" : REFUSED[to];
  const isLost = [IntakeApiError, IntakeResponseError, TimeoutError].some((type) => cause instanceof type);
  // No later read will tell more.
  return isLost || to === "write" ? "fault" : "ended";
};

const REFUSED = { write: "refused", read: "ended" } as const;

const waitOf = (cause: unknown): number | undefined => {
  if (!(cause instanceof IntakeApiError || cause instanceof IntakeResponseError)) return undefined;
  if (![RATE_LIMITED, UNAVAILABLE].includes(cause.status)) return undefined;
  return Math.min(cause.retryAfterSeconds ?? 1, LONGEST_WAIT_SECONDS) * 1_000;
};
