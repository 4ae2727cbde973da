import type { Plan } from "../shared/write-plan.ts";
import { type Appointment, isOpen, type Link } from "./link-api.ts";

/** The visitor's wish, and the state of the link at that time. */
export type Attempt = (
  | { readonly kind: "book" | "move"; readonly start: string }
  | { readonly kind: "cancel" }
) & { readonly before: Link };

/** Returns how an attempt is led to its end. */
export const planOf = (attempt: Attempt): Plan<Link> => ({
  before: attempt.before,
  // Staff may have changed the appointment since it was shown.
  readsFirst: attempt.kind !== "book",
  isRepeatable: () => true,
  isDone: ({ consultation }) => consultation !== null && isWanted(attempt, consultation),
  isPossible: ({ consultation }) => canStillHappen(attempt, consultation),
  isUnchanged: (link) => isSameAppointment(attempt.before, link),
  stepAfter: ({ failure: { kind }, isFirst, mayRepeat }) => {
    if (kind === "ended" || (kind === "rateLimited" && isFirst)) return "end";
    // A link books once. Before any other write is repeated, the state is read.
    return attempt.kind === "book" && mayRepeat ? "write" : "read";
  },
});

const isWanted = (attempt: Attempt, appointment: Appointment) =>
  attempt.kind === "cancel"
    ? appointment.status === "canceled"
    : appointment.start_at === attempt.start && isOpen(appointment);

/** A write is impossible after the one booking of a link, or on a final consultation. */
const canStillHappen = ({ kind }: Attempt, consultation: Appointment | null) =>
  kind === "book" ? consultation === null : consultation !== null && isOpen(consultation);

const ACTIONS = { book: "book", move: "reschedule", cancel: "cancel" } as const;

/** Returns the state after a refusal, which may be newer than what was read. */
export const afterRefusal = ({ kind }: Pick<Attempt, "kind">, link: Link): Link => ({
  ...link,
  allowed: { ...link.allowed, [ACTIONS[kind]]: false },
});

/** Returns why a wish from an earlier state of the link can no longer be met, if so. */
export const obstacleTo = (
  { kind, before }: Pick<Attempt, "kind" | "before">,
  now: Link,
): "other" | "changed" | "notAllowed" | undefined => {
  if (!isSameAppointment(before, now)) return kind === "book" ? "other" : "changed";
  return now.allowed[ACTIONS[kind]] ? undefined : "notAllowed";
};

const TERMS = ["start_at", "status", "type", "duration_min", "location", "amount", "currency"] as const;

/** Returns whether a link's appointment is as the page shows it. Staff may change each term alone. */
export const isSameAppointment = (before: Link, now: Link) => {
  const [one, other] = [before.consultation, now.consultation];
  const isSameAttorney = before.etag === now.etag && one?.attorney.name === other?.attorney.name;
  return isSameAttorney && TERMS.every((term) => one?.[term] === other?.[term]);
};
