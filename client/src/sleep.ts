/** The longest time of a timer, about 24 days. A longer one would end at once. */
const TIMER_MAXIMUM_MILLISECONDS = 2 ** 31 - 1;

/** Calls back after a time, at most the longest of a timer. */
export const startTimeout = (callback: () => void, milliseconds: number) =>
  setTimeout(callback, Math.min(milliseconds, TIMER_MAXIMUM_MILLISECONDS));

/** Waits, or ends at once if the signal aborts. */
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
