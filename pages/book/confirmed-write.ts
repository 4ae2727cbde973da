import type { Attempt } from "./attempt.ts";
import type { Appointment, Link, LinkApi } from "./link-api.ts";
import { failureOf, LinkFailure } from "./link-failure.ts";
import {
  mayRepeat,
  type Next,
  nextStep,
  type Outcome,
  type Progress,
  putOff,
  type RequestStep,
  resumeAt,
  startAt,
} from "./write-steps.ts";

/** The dependencies of a write. */
export type World = {
  readonly api: Pick<LinkApi, "book" | "move" | "cancel" | "link">;
  /** Milliseconds of a clock that runs on while the device sleeps. */
  readonly now: () => number;
  /** Returns false if the browser knows that the device has no connection. */
  readonly isOnline: () => boolean;
  /** Waits for the time, or until there is a reason to go on sooner. */
  readonly pause: (milliseconds: number, progress: Progress) => Promise<void>;
  /** Remembers that the attempt may have been sent, for a reload. */
  readonly keep: () => void;
};

/** Writes, and determines the outcome before it returns. */
export const confirmedWrite = (world: World, attempt: Attempt): Promise<Outcome> =>
  conclude(world, attempt, startAt(attempt, world.now()));

/** Determines the outcome of a write that was under way when the page was left. */
export const resumeWrite = (world: World, attempt: Attempt): Promise<Outcome> =>
  conclude(world, attempt, resumeAt(attempt, world.now()));

const conclude = async (world: World, attempt: Attempt, first: Next): Promise<Outcome> => {
  let { progress, step } = first;
  while (step.do !== "end") {
    if (step.afterMilliseconds > 0) await world.pause(step.afterMilliseconds, progress);
    ({ progress, step } = await take(world, attempt, progress, step));
  }
  return step.outcome;
};

/** Takes a step, unless there is no connection. */
const take = async (world: World, attempt: Attempt, progress: Progress, step: RequestStep): Promise<Next> => {
  const at = world.now();
  if (!world.isOnline()) return putOff(progress, step, at);
  // The pause may have lasted a night, if the device slept.
  const isWrite = step.do === "write" && mayRepeat(progress, at);
  return isWrite ? write(world, attempt, progress) : read(world, attempt, progress);
};

const write = async (world: World, attempt: Attempt, progress: Progress): Promise<Next> => {
  const askedAt = world.now();
  world.keep();
  const answer = await send(world, attempt).catch(failureOf);
  if (!(answer instanceof LinkFailure))
    return { progress, step: { do: "end", outcome: await doneOutcome(world, answer) } };
  return nextStep(attempt, progress, { to: "write", failure: answer, ...timesOf(world, askedAt) });
};

const read = async (world: World, attempt: Attempt, progress: Progress): Promise<Next> => {
  const askedAt = world.now();
  const found = await world.api.link().catch(failureOf);
  return nextStep(attempt, progress, { to: "read", found, ...timesOf(world, askedAt) });
};

const timesOf = ({ now, isOnline }: World, askedAt: number) => ({ askedAt, at: now(), isOnline: isOnline() });

const send = ({ api }: World, attempt: Attempt): Promise<Appointment> => {
  // Only an appointment that is still as the visitor saw it is changed.
  const { etag } = attempt.before;
  if (attempt.kind === "cancel") return api.cancel(etag);
  return attempt.kind === "book" ? api.book(attempt.start) : api.move(attempt.start, etag);
};

/** Reads the link after a write, because only its state has the permissions. */
const doneOutcome = async ({ api }: World, appointment: Appointment): Promise<Outcome> => {
  const link: Link | null = await api.link().catch(() => null);
  return { kind: "done", link, appointment: link?.consultation ?? appointment };
};
