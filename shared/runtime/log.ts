import { AsyncLocalStorage } from "node:async_hooks";

/** The subject of an invocation. Every log line names it, and stored changes name its request. */
type Invocation = {
  /** The function's name in `functions/`. */
  readonly function: string;
  /** True for the instance's first invocation. */
  readonly coldStart: boolean;
  /** The `X-Request-Id` of the response. */
  readonly requestId?: string;
  firmId?: string;
  keyId?: string;
};

/** Holds the invocation for the log. It influences no decision, so nobody passes it on, and no layer can lose it. */
const invocations = new AsyncLocalStorage<Invocation>();

let isFirst = true;

/** Runs an invocation, with its function's name and request id in log lines and changes. */
export const runInvocation = <Value>(
  about: Pick<Invocation, "function" | "requestId">,
  action: () => Promise<Value>,
): Promise<Value> => {
  const coldStart = isFirst;
  isFirst = false;
  return invocations.run({ ...about, coldStart }, action);
};

/**
 * Runs an invocation of a consumer. Lambda logs the message of what it throws, so this logs the error itself, and throws
 * another one that makes Lambda try again.
 */
export const runConsumer = <Value>(name: string, action: () => Promise<Value>): Promise<Value> =>
  runInvocation({ function: name }, async () => {
    try {
      return await action();
    } catch (error) {
      log("error", "invocation_failed", { cause: describeCause(error) });
      throw new Error("The invocation failed. The log has the cause.");
    }
  });

/** Returns {} outside an invocation. */
export const currentInvocation = (): Partial<Invocation> => invocations.getStore() ?? {};

/** Adds fields to the current invocation as they become known. */
export const describeInvocation = (fields: Pick<Invocation, "firmId" | "keyId">) => {
  Object.assign(currentInvocation(), fields);
};

/**
 * Every log message and its record: only ids, codes and counts, never a name, an address, a phone number or a key. Each
 * line also names its invocation. Lambda's JSON log format adds level and time.
 */
type LogRecords = {
  /** The only line of a request that succeeds. */
  request_handled: { status: number; milliseconds: number };
  request_refused: { code: string; fields: readonly string[] };
  request_failed: { code: string; cause: string };
  /** Lambda invokes the consumer again, or the clock does. */
  invocation_failed: { cause: string };
  event_published: EventIds & { changeId: string };
  event_fanned_out: EventIds & { deliveries: number };
  /** A transient failure: the stream delivers the record again. */
  change_not_published: { sequenceNumber: string; cause: string };
  /** The record goes to the dead letters. */
  change_not_publishable: { sequenceNumber: string; cause: string };
  delivery_attempted: EventIds & {
    webhookId: string;
    attempt: number;
    status: number | null;
    error: string | null;
    milliseconds: number;
  };
  /** A sweep finds due work that has waited too long: `deliveries`, `reminders` or `feeds`. */
  work_late: { work: string; seconds: number };
  /** A fault of ours: the queue delivers the message again, and the sweep another one. */
  delivery_not_attempted: { firmId: string; webhookId: string; eventId: string; cause: string };
  /** A turn could not be had in time. The sweep takes it for the lead. */
  turn_owed: { rule: string; cause: string };
  feed_not_queued: { feedId: string; cause: string };
  feed_read: {
    firmId: string;
    feedId: string;
    outcome: string;
    milliseconds: number;
  };
  /** A fault of ours, as above. */
  feed_not_read: { firmId: string; feedId: string; cause: string };
  attempts_not_queued: { count: number; cause: string };
  /** A sweep logs each cause of its failure once. The records that it has skipped are `record_not_processed`. */
  sweep_failed: { sweep: string; cause: string };
  /** A walk or sweep has skipped a record that it could not process. */
  record_not_processed: { walk: string; recordId: string; cause: string };
  webhook_disabled: { webhookId: string; reason: string };
};

type EventIds = {
  firmId: string;
  eventId: string;
  /** The request that changed the record; null when there was none, or it is unknown. */
  requestId: string | null;
};

type Level = "info" | "warn" | "error";

export const log = <Message extends keyof LogRecords>(
  level: Level,
  message: Message,
  record: LogRecords[Message],
) => console[level]({ message, ...currentInvocation(), ...record });

/**
 * Formats an error for the log: its name, its code and the lines of code in its stack, and those of its causes. Leaves
 * messages and other fields out, since they quote what was sent or stored.
 */
export const describeCause = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error)) return `thrown: ${typeof error}`;
  const name = [error.name, codeOf(error)].filter(isWord).join(" ") || "Error";
  const lines = framesOf(error);
  const hasCause = error.cause !== undefined && depth < CAUSES_MAXIMUM;
  const cause = hasCause ? [`caused by ${describeCause(error.cause, depth + 1)}`] : [];
  return [name, ...lines, ...cause].join("\n").slice(0, CHARACTERS_MAXIMUM);
};

/** Returns a code such as `ECONNRESET`, of Node's errors. */
const codeOf = (error: Error): unknown => ("code" in error ? error.code : undefined);

const isWord = (text: unknown) => typeof text === "string" && /^[\w.]{1,60}$/.test(text);

/** Returns the lines of a stack below the message, which may look like one of them. */
const framesOf = ({ stack = "", message }: Error): string[] =>
  stack
    .replace(message, () => "")
    .split("\n")
    .filter((line) => FRAME.test(line));

/**
 * Matches `at name (file:1:2)`, `at file:1:2` and `at name (<anonymous>)`. Leaves `Promise.all (index 1)` out, so that a
 * fault is described alike in whichever of several calls it happens.
 */
const FRAME = /^ +at (.*\((.*:\d+:\d+|<anonymous>|native)\)|\S*:\d+:\d+|async .*:\d+:\d+)$/;

const CAUSES_MAXIMUM = 5;
/** The largest log text. */
const CHARACTERS_MAXIMUM = 20_000;
