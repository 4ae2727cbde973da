import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { IntakeApiError, RequestOptions } from "../../client/src/index.ts";
import { type Conclusion, concludeWrite, type World } from "../shared/conclude-write.ts";
import type { Plan } from "../shared/write-plan.ts";
import { startAt } from "../shared/write-steps.ts";
import { failureOf, isSafeToRepeat, refusalIn } from "./request-failure.ts";

export type WriteState =
  | { readonly kind: "idle" }
  | { readonly kind: "sending" }
  /** The page asks whether it was done, and says so from the time on, in milliseconds. */
  | { readonly kind: "unknown"; readonly what: string; readonly sinceMs: number }
  /** Nothing can tell whether it was done. */
  | { readonly kind: "lost"; readonly what: string }
  | { readonly kind: "refused"; readonly error: IntakeApiError }
  | { readonly kind: "notDone"; readonly what: string; readonly requestId: string | null }
  /** The device had no connection: nothing was sent, and nothing will be. */
  | { readonly kind: "offline" };

export type WriteCall<Answer> = {
  /** Completes "We do not know yet whether …": "Dana Doe was booked". */
  readonly what: string;
  /** What was typed. While it is the same, so is the Idempotency-Key. */
  readonly typed: unknown;
  /** Sends the request once. */
  readonly send: (options: RequestOptions) => Promise<Answer>;
  /** Reads whether it was done; null in place of the function if no read can tell, as of a secret that is shown once. */
  readonly find: (() => Promise<Answer | null>) | null;
  /** Whether the request may be sent again once `find` has not found it. By default, the client's table decides. */
  readonly isRepeatable?: boolean;
};

export type Write<Answer> = {
  readonly state: ReadonlySignal<WriteState>;
  /** True while nobody knows yet how it ends. */
  readonly isBusy: ReadonlySignal<boolean>;
  /**
   * Sends a call, and determines its outcome. Ignores it while another one runs: a double click is one click.
   * @returns the answer once it is done; undefined if not, with the reason in `state`
   */
  readonly run: (call: WriteCall<Answer>) => Promise<Answer | undefined>;
  /** Forgets what has ended. */
  readonly reset: () => void;
};

/** What a write takes from the browser. */
type Surroundings = World<unknown> & {
  /** The time of day in milliseconds. */
  readonly date: () => number;
};

export const createWriteIn = <Answer>(surroundings: Surroundings): Write<Answer> => {
  const state = signal<WriteState>({ kind: "idle" });
  const isBusy = computed(() => ["sending", "unknown"].includes(state.value.kind));
  const keys = keptKey();

  const send = async ({ what, typed, send }: WriteCall<Answer>): Promise<Answer> => {
    try {
      return await send({ idempotencyKey: keys.of(typed), maxRetries: 0 });
    } catch (error) {
      if (refusalIn(error) === null && state.peek().kind === "sending")
        state.value = { kind: "unknown", what, sinceMs: surroundings.date() };
      throw error;
    }
  };

  const conclude = async (call: WriteCall<Answer>): Promise<Answer | undefined> => {
    const plan = planOf(call);
    const task = { plan, write: () => send(call), read: call.find ?? unreadable, failureOf };
    const ended = await concludeWrite(surroundings, task, startAt(plan, surroundings.now()));
    const answer = answerIn(ended);
    state.value = answer === null ? stateAfter(ended, call.what) : { kind: "idle" };
    if (answer === null) return undefined;
    keys.forget();
    return answer;
  };

  const run = async (call: WriteCall<Answer>): Promise<Answer | undefined> => {
    if (isBusy.peek()) return undefined;
    state.value = { kind: surroundings.isOnline() ? "sending" : "offline" };
    return isBusy.peek() ? conclude(call) : undefined;
  };

  const reset = () => {
    if (!isBusy.peek()) state.value = { kind: "idle" };
  };
  return { state, isBusy, run, reset };
};

/** Keeps the Idempotency-Key of what was typed, until it is done or something else was typed. */
const keptKey = () => {
  let kept: { readonly typed: string; readonly key: string } | null = null;
  const of = (value: unknown): string => {
    const typed = String(JSON.stringify(value));
    if (kept?.typed !== typed) kept = { typed, key: crypto.randomUUID() };
    return kept.key;
  };
  const forget = () => {
    kept = null;
  };
  return { of, forget };
};

const unreadable = () => Promise.reject();

const planOf = <Answer>({ isRepeatable }: WriteCall<Answer>): Plan<Answer | null> => ({
  before: null,
  readsFirst: false,
  isRepeatable: ({ cause }) => isRepeatable ?? isSafeToRepeat(cause),
  isDone: (seen) => seen !== null,
  isPossible: () => true,
  isUnchanged: () => true,
  // A refusal may be the echo of an earlier try that was done.
  stepAfter: ({ failure: { kind }, isOpen, mayRepeat }) => {
    if (isOpen) return "read";
    return kind === "rateLimited" && mayRepeat ? "write" : "end";
  },
});

const answerIn = <Answer>(ended: Conclusion<Answer, Answer | null>): Answer | null => {
  if (ended.kind === "answered") return ended.answer;
  return ended.kind === "done" ? ended.seen : null;
};

/** Returns the state after a write that was not done, or of which nothing more can be learned. */
const stateAfter = (ended: Conclusion<unknown, unknown>, what: string): WriteState => {
  if (!("failure" in ended)) return { kind: "lost", what };
  if (ended.kind === "ended" && ended.isUnsure) return { kind: "lost", what };
  const error = refusalIn(ended.failure.cause);
  if (error) return { kind: "refused", error };
  return { kind: "notDone", what, requestId: ended.failure.requestId ?? null };
};
