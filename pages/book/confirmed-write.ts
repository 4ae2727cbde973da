import { concludeWrite, type Task, type World as WriteWorld } from "../shared/conclude-write.ts";
import type { Undone, WriteFailure } from "../shared/write-plan.ts";
import { type Next, resumeAt, startAt } from "../shared/write-steps.ts";
import { type Attempt, planOf } from "./attempt.ts";
import type { Appointment, Link, LinkApi } from "./link-api.ts";
import { failureOf } from "./link-failure.ts";

/** The dependencies of a write. */
export type World = WriteWorld<Link> & {
  readonly api: Pick<LinkApi, "book" | "move" | "cancel" | "link">;
  /** Remembers that the attempt may have been sent, for a reload. */
  readonly keep: () => void;
};

export type Outcome =
  /** The action has happened. Without the link, its present permissions are still unknown. */
  | { readonly kind: "done"; readonly link: Link | null; readonly appointment: Appointment }
  /** Others have used the link or changed the appointment. */
  | { readonly kind: "changed"; readonly link: Link }
  | FailedOutcome
  /** The link has ended. If unsure, it is unknown whether the action has happened. */
  | { readonly kind: "ended"; readonly isUnsure: boolean };

/** The action has not happened, and is not under way. */
export type FailedOutcome = {
  readonly kind: "refused" | "taken" | "rateLimited" | "unsent" | "missed" | "fault";
  readonly link: Link;
  readonly failure: WriteFailure;
};

/** Writes, and determines the outcome before it returns. */
export const confirmedWrite = (world: World, attempt: Attempt): Promise<Outcome> =>
  outcomeFrom(world, attempt, startAt(planOf(attempt), world.now()));

/** Determines the outcome of a write that was under way when the page was left. */
export const resumeWrite = (world: World, attempt: Attempt): Promise<Outcome> =>
  outcomeFrom(world, attempt, resumeAt(planOf(attempt), world.now()));

const outcomeFrom = async (world: World, attempt: Attempt, first: Next<Link>): Promise<Outcome> => {
  const ended = await concludeWrite(world, taskOf(world, attempt), first);
  switch (ended.kind) {
    case "answered":
      return doneOutcome(world, ended.answer);
    case "done":
      return shownOutcome(ended.seen);
    case "changed":
      return { kind: "changed", link: ended.seen };
    case "ended":
      return { kind: "ended", isUnsure: ended.isUnsure };
    case "undone":
      return failedOutcome(ended);
  }
};

const taskOf = ({ api, keep }: World, attempt: Attempt): Task<Appointment, Link> => ({
  plan: planOf(attempt),
  write: () => {
    keep();
    return send(api, attempt);
  },
  read: () => api.link(),
  failureOf,
});

const send = (api: World["api"], attempt: Attempt): Promise<Appointment> => {
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

const shownOutcome = (link: Link): Outcome =>
  link.consultation ? { kind: "done", link, appointment: link.consultation } : { kind: "changed", link };

const failedOutcome = ({ seen: link, failure, isSent }: Undone<Link>): FailedOutcome => {
  const { kind } = failure;
  const isUnexplained = kind === "offline" || kind === "ended";
  return { kind: isUnexplained ? (isSent ? "missed" : "unsent") : kind, link, failure };
};
