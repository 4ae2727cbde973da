import type { Attempt } from "../../pages/book/attempt.ts";
import { confirmedWrite, type Outcome, type World } from "../../pages/book/confirmed-write.ts";
import type { Appointment, Link } from "../../pages/book/link-api.ts";
import { LinkFailure, refusalOf } from "../../pages/book/link-failure.ts";

export const OLD = "2055-03-03T10:00:00.000Z";
const WANTED = "2055-03-04T10:00:00.000Z";
export const OTHER = "2055-03-05T10:00:00.000Z";

const TERMS = { location: null, amount: null, currency: null };
const ADVISER = { name: "Grace", time_zone: "UTC" };
export const at = (start_at: string, status: Appointment["status"] = "scheduled"): Appointment => ({
  id: "c",
  status,
  type: "First meeting",
  start_at,
  duration_min: 60,
  ...TERMS,
  attorney: ADVISER,
  time_zone: "UTC",
});
const etagOf = (appointment: Appointment | null) =>
  appointment && JSON.stringify([appointment.start_at, appointment.status, appointment.attorney]);

export const linkWith = (consultation: Appointment | null): Link => ({
  id: "l",
  first_name: "Ada",
  firm: { name: "Doe", time_zone: "UTC", country: "US" },
  contact_phone: null,
  contact_phone_text: null,
  language: null,
  attorney: ADVISER,
  type: "First meeting",
  duration_min: 60,
  ...TERMS,
  time_zone: "UTC",
  expires_at: OTHER,
  consultation,
  etag: etagOf(consultation),
  allowed: { book: true, reschedule: true, cancel: true },
  reschedule_until: null,
  cancel_until: null,
  reschedules_left: null,
});

export const BOOK: Attempt = { kind: "book", start: WANTED, before: linkWith(null) };
export const MOVE: Attempt = { kind: "move", start: WANTED, before: linkWith(at(OLD)) };
export const CANCEL: Attempt = { kind: "cancel", before: linkWith(at(OLD)) };
export const DONE = { book: at(WANTED), move: at(WANTED, "rescheduled"), cancel: at(OLD, "canceled") };

export const lost = () => new LinkFailure("offline");
export const no = (kind: "taken" | "refused" | "ended") => new LinkFailure(kind, { isAnswered: true });
export const answered = (status: number, code?: string, headers = {}) =>
  refusalOf(
    new Response(JSON.stringify(code ? { error: { code, request_id: "its-id" } } : { message: "No" }), {
      status,
      headers,
    }),
  );

type Scene = {
  /** The answer to each try, or to any at a time. Further tries get the last one. */
  readonly tries?:
    | readonly (Appointment | LinkFailure)[]
    | ((milliseconds: number) => Appointment | LinkFailure);
  /** The answer to a question at a time before the first try: by default, nothing has changed. */
  readonly stateBefore?: (milliseconds: number) => Appointment | null | LinkFailure;
  /** The answer to a question at a time after the first try. */
  readonly state?: (milliseconds: number) => Appointment | null | LinkFailure;
  /** The time that each try takes: by default, too long for a missing connection. */
  readonly takes?: number;
  /** Whether the browser reports a connection at a time. */
  readonly isOnline?: (milliseconds: number) => boolean;
  /** The time that a pause takes; by default as long as it should. */
  readonly paused?: (milliseconds: number) => number;
};

/** Runs an attempt with a clock that only pauses and tries move, and records what was sent when, in seconds. */
export const play = (
  attempt: Attempt,
  {
    tries = [],
    stateBefore = () => unchanged(attempt),
    state = () => lost(),
    takes = 100,
    isOnline = () => true,
    paused = (milliseconds) => milliseconds,
  }: Scene,
) => {
  let now = 0;
  const sent: string[] = [];
  const note = (what: string) => {
    if (!isOnline(now)) throw new Error(`It sends without a connection: ${what} ${now}`);
    sent.push(`${what} ${Math.floor(now / 1_000)}`);
  };
  let count = 0;
  let kept = 0;
  const tryAt = (index: number, milliseconds: number) =>
    typeof tries === "function" ? tries(milliseconds) : tries[Math.min(index, tries.length - 1)];
  const write = async (etag: string | null) => {
    note("write");
    if (etag !== attempt.before.etag) throw new Error(`It changes what the visitor did not see: ${etag}`);
    if (kept <= count) throw new Error("It sends what a reload would forget.");
    now += takes;
    const answer = tryAt(count++, now) ?? lost();
    if (answer instanceof LinkFailure) throw answer;
    return answer;
  };
  const world: World = {
    api: {
      book: () => write(null),
      move: (_, etag) => write(etag),
      cancel: write,
      link: async () => {
        note("read");
        const found = (kept === 0 ? stateBefore : state)(now);
        if (found instanceof LinkFailure) throw found;
        return linkWith(found);
      },
    },
    now: () => now,
    isOnline: () => isOnline(now),
    keep: () => kept++,
    pause: async (milliseconds) => {
      now += paused(milliseconds);
      if (now > 100_000_000) throw new Error(`It never ends: ${sent.slice(0, 20)}`);
    },
  };
  return { world, sent, run: () => confirmedWrite(world, attempt) };
};

export const unchanged = ({ before: { consultation } }: Attempt) => consultation;
export const kindOf = ({ kind }: Outcome) => kind;
/** The read before the first try of a change. A booking has none. */
export const checked = ({ kind }: Attempt) => (kind === "book" ? [] : ["read 0"]);
