import { elapsed } from "../shared/clock.ts";

/** Runs requests, which are aborted after the time. An answer that comes later, after the device slept, counts as none. */
export const within = async <Answer>(
  milliseconds: number,
  run: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> => {
  const until = elapsed() + milliseconds;
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), milliseconds);
  try {
    const answer = await run(timeout.signal);
    if (elapsed() > until) throw new Error(`The answer took longer than ${milliseconds} ms.`);
    return answer;
  } finally {
    clearTimeout(timer);
  }
};
