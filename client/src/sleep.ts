/** What a timer can wait, some 24 days: a longer one would be over at once. */
const TIMER_MAXIMUM_MILLISECONDS = 2 ** 31 - 1;

/** Calls back after a time, or after the longest that a timer can wait. */
export const startTimeout = (callback: () => void, milliseconds: number) =>
  setTimeout(callback, Math.min(milliseconds, TIMER_MAXIMUM_MILLISECONDS));

/** Waits, or ends at once when the signal aborts. */
export const sleep = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = startTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
