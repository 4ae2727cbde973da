import { type Appointment, failureOf, type Link, type LinkApi, LinkFailure } from "./link-api.ts";

/** A write by the visitor. */
export type Write = {
  readonly send: () => Promise<Appointment>;
  /** Whether the state of the link shows that it has happened. */
  readonly isDone: (link: Link) => boolean;
};

export type Outcome =
  | { readonly kind: "done" | "missed" | "refused"; readonly link: Link }
  | { readonly kind: "taken" | "rateLimited" | "ended" }
  /** Neither the write nor the question what became of it was answered. */
  | { readonly kind: "unknown"; readonly askAgain: () => Promise<Outcome> };

/** Writes, and finds out what has happened before it says anything: an answer that was lost may have been a yes. */
export const writeSurely = async (api: LinkApi, before: Link, { send, isDone }: Write): Promise<Outcome> => {
  const answer = await send().catch(failureOf);
  if (!(answer instanceof LinkFailure)) return { kind: "done", link: await stateWith(api, before, answer) };
  const { kind } = answer;
  if (kind === "taken" || kind === "rateLimited" || kind === "ended") return { kind };
  const ask = async (): Promise<Outcome> => {
    const link = await api.link().catch(failureOf);
    if (link instanceof LinkFailure) return unanswered(link, ask);
    if (isDone(link)) return { kind: "done", link };
    return { kind: kind === "refused" ? "refused" : "missed", link };
  };
  return ask();
};

const unanswered = ({ kind }: LinkFailure, askAgain: () => Promise<Outcome>): Outcome =>
  kind === "ended" ? { kind } : { kind: "unknown", askAgain };

const NOTHING_ALLOWED = { book: false, reschedule: false, cancel: false };

/** The state after a write; when it cannot be asked for, what the write answered. */
const stateWith = (api: LinkApi, before: Link, consultation: Appointment): Promise<Link> =>
  api.link().catch(() => ({ ...before, consultation, allowed: NOTHING_ALLOWED }));
