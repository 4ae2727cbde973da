import type { Outcome, Plan, Progress, WriteFailure } from "./write-plan.ts";
import { type Asked, mayRepeat, type Next, nextStep, putOff, type RequestStep } from "./write-steps.ts";

/** The clock, the connection and the pauses of a write. */
export type World<Seen> = {
  /** Milliseconds of a clock that runs on while the device sleeps. */
  readonly now: () => number;
  /** Returns false if the browser knows that the device has no connection. */
  readonly isOnline: () => boolean;
  /** Waits for the time, or until there is a reason to go on sooner. */
  readonly pause: (milliseconds: number, progress: Progress<Seen>) => Promise<void>;
};

/** A write with its requests. */
export type Task<Answer, Seen> = {
  readonly plan: Plan<Seen>;
  readonly write: () => Promise<Answer>;
  readonly read: () => Promise<Seen>;
  readonly failureOf: (error: unknown, to: "write" | "read") => WriteFailure;
};

/** The write was answered, or its outcome was determined otherwise. */
export type Conclusion<Answer, Seen> = Outcome<Seen> | { readonly kind: "answered"; readonly answer: Answer };

/** Writes, and determines the outcome before it returns. */
export const concludeWrite = async <Answer, Seen>(
  world: World<Seen>,
  task: Task<Answer, Seen>,
  first: Next<Seen>,
): Promise<Conclusion<Answer, Seen>> => {
  let { progress, step } = first;
  while (step.do !== "end") {
    if (step.afterMilliseconds > 0) await world.pause(step.afterMilliseconds, progress);
    const taken = await take(world, task, progress, step);
    if ("answer" in taken) return { kind: "answered", answer: taken.answer };
    ({ progress, step } = taken);
  }
  return step.outcome;
};

/** Takes a step, unless there is no connection. */
const take = async <Answer, Seen>(
  world: World<Seen>,
  task: Task<Answer, Seen>,
  progress: Progress<Seen>,
  step: RequestStep,
): Promise<Next<Seen> | { readonly answer: Answer }> => {
  const askedAt = world.now();
  if (!world.isOnline()) return putOff(progress, step, askedAt);
  // The pause may have lasted a night, if the device slept.
  const to = step.do === "write" && mayRepeat(task.plan, progress, askedAt) ? "write" : "read";
  const asked = await ask(task, to);
  if ("answer" in asked) return asked;
  return nextStep(task.plan, progress, { ...asked, askedAt, at: world.now(), isOnline: world.isOnline() });
};

const ask = async <Answer, Seen>(
  { write, read, failureOf }: Task<Answer, Seen>,
  to: "write" | "read",
): Promise<{ readonly answer: Answer } | Asked<Seen>> => {
  try {
    if (to === "write") return { answer: await write() };
    return { to, seen: await read() };
  } catch (error) {
    return { to, failure: failureOf(error, to) };
  }
};
