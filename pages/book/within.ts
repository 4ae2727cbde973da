/** Runs requests, which are aborted after the time. */
export const within = async <Answer>(
  milliseconds: number,
  run: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), milliseconds);
  try {
    return await run(timeout.signal);
  } finally {
    clearTimeout(timer);
  }
};
