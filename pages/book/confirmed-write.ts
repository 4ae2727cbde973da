import type { Appointment, Link, LinkApi } from "./link-api.ts";
import { failureOf, LinkFailure } from "./link-failure.ts";
import {
  type Attempt,
  mayRepeat,
  type Next,
  nextStep,
  type Outcome,
  type Progress,
  resumeAt,
  startAfter,
} from "./write-steps.ts";

/** The dependencies of a write. */
export type World = {
  readonly api: Pick<LinkApi, "book" | "move" | "cancel" | "link">;
  /** Milliseconds of a clock that runs on while the device sleeps. */
  readonly now: () => number;
  /** Waits for the time, or until there is a reason to go on sooner. */
  readonly pause: (milliseconds: number, progress: Progress) => Promise<void>;
};

/** Writes, and determines the outcome before it returns. */
export const confirmedWrite = async (world: World, attempt: Attempt): Promise<Outcome> => {
  const sentAt = world.now();
  const answer = await send(world, attempt).catch(failureOf);
  return answer instanceof LinkFailure
    ? conclude(world, attempt, startAfter(attempt, answer, { sentAt, at: world.now() }))
    : doneOutcome(world, answer);
};

/** Determines the outcome of a write that was under way when the page was left. */
export const resumeWrite = (world: World, attempt: Attempt): Promise<Outcome> =>
  conclude(world, attempt, resumeAt(attempt, world.now()));

const conclude = async (world: World, attempt: Attempt, { progress, step }: Next): Promise<Outcome> => {
  if (step.do === "end") return step.outcome;
  if (step.afterMilliseconds > 0) await world.pause(step.afterMilliseconds, progress);
  // The pause may have lasted a night, if the device slept.
  const isWrite = step.do === "write" && mayRepeat(progress, world.now());
  return isWrite ? repeat(world, attempt, progress) : read(world, attempt, progress);
};

const repeat = async (world: World, attempt: Attempt, progress: Progress): Promise<Outcome> => {
  const answer = await send(world, attempt).catch(failureOf);
  if (!(answer instanceof LinkFailure)) return doneOutcome(world, answer);
  return conclude(
    world,
    attempt,
    nextStep(attempt, progress, { to: "write", failure: answer, at: world.now() }),
  );
};

const read = async (world: World, attempt: Attempt, progress: Progress): Promise<Outcome> => {
  const askedAt = world.now();
  const found = await world.api.link().catch(failureOf);
  return conclude(
    world,
    attempt,
    nextStep(attempt, progress, { to: "read", found, askedAt, at: world.now() }),
  );
};

const send = ({ api }: World, attempt: Attempt): Promise<Appointment> => {
  if (attempt.kind === "cancel") return api.cancel();
  return attempt.kind === "book" ? api.book(attempt.start) : api.move(attempt.start);
};

/** Reads the link after a write, because only its state has the permissions. */
const doneOutcome = async ({ api }: World, appointment: Appointment): Promise<Outcome> => {
  const link: Link | null = await api.link().catch(() => null);
  return { kind: "done", link, appointment: link?.consultation ?? appointment };
};
