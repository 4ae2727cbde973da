/** Waits for the time, until the connection is back, or until `end` is called. */
export const pause = (milliseconds: number) => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    const waiting = new AbortController();
    end = () => {
      waiting.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end, { signal: waiting.signal });
  });
  return { ended, end };
};
