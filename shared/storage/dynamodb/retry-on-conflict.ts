import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../contract/app-error.ts";
import { deadlineSignal } from "../../runtime/deadline.ts";

const TRIES = 16;
const BASE_MILLISECONDS = 20;
const CAP_MILLISECONDS = 400;

/**
 * Repeats an operation while it returns `conflict`, with full jitter between the tries.
 * @throws AppError `unavailable` after the last try, AbortError at the invocation's deadline
 */
export const retryOnConflict = async <Value>(
  operation: () => Promise<Value | "conflict">,
  tries = TRIES,
): Promise<Value> => {
  for (let attempt = 1; attempt <= tries; attempt++) {
    const value = await operation();
    if (value !== "conflict") return value;
    const milliseconds = Math.random() * Math.min(CAP_MILLISECONDS, BASE_MILLISECONDS * 2 ** attempt);
    await sleep(milliseconds, undefined, { signal: deadlineSignal() });
  }
  throw new AppError("unavailable", "Too many writes at once. Try again.");
};
