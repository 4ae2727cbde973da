type Run = (signal: AbortSignal) => Promise<unknown>;

/** Runs the latest of its calls, after a pause in which no other one was made. Its failure alone counts. */
export const latest = (run: Run, fail: (error: unknown) => void) => {
  let running = new AbortController();
  const stop = () => running.abort();
  const start = (delayMilliseconds: number) => {
    stop();
    running = new AbortController();
    const { signal } = running;
    const begin = () => signal.aborted || run(signal).catch((error) => signal.aborted || fail(error));
    setTimeout(begin, delayMilliseconds);
  };
  return { start, stop };
};
