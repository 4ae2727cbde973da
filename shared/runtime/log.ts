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
  delivery_not_attempted: { messageId: string; cause: string };
  attempts_not_queued: { count: number; cause: string };
  sweep_failed: { cause: string };
  /** A walk has skipped a record that it could not process. */
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
 * Formats an error for the log with its stack and causes. Redacts every text of the request, because messages of
 * libraries quote their input.
 */
export const describeCause = (error: unknown, requestValues: readonly unknown[]): string => {
  const description = stackWithCauses(error);
  const texts = [...new Set(requestValues.flatMap((value) => textsIn(value)))].filter((text) =>
    description.includes(text),
  );
  const redacted = [eachOf(texts), E164, SECRET_KEY].reduce(
    (text, pattern) => text.replace(pattern, "[redacted]"),
    description,
  );
  return redacted.slice(0, CHARACTERS_MAXIMUM);
};

/** Returns a pattern of the texts, the longest first: a name can be part of an email address. */
const eachOf = (texts: readonly string[]): RegExp => {
  const longestFirst = [...texts].sort((one, other) => other.length - one.length);
  const literals = longestFirst.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(literals.join("|") || MATCHES_NOTHING, "g");
};

/** Returns an error's name and the lines of code in its stack. Its message may quote the processed data. */
export const describePlace = (error: unknown): string => {
  if (!(error instanceof Error)) return `thrown: ${typeof error}`;
  const lines = (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  return [error.name, ...lines].join("\n").slice(0, CHARACTERS_MAXIMUM);
};

const MATCHES_NOTHING = "(?!)";

/** A phone number in its stored form, which can differ from the request's. */
const E164 = /\+\d{7,15}/g;

/** An API or ingestion key, whole or in part, also within an address. */
const SECRET_KEY = /it[ks](_|%5f)[0-9a-z]+/gi;

const CAUSES_MAXIMUM = 5;
/** The largest log text; an error can quote a text of any length. */
const CHARACTERS_MAXIMUM = 20_000;
const REDACTED_CHARACTERS_MINIMUM = 2;

const stackWithCauses = (error: unknown, depth = 0): string => {
  if (!(error instanceof Error)) return `thrown: ${typeof error}`;
  const stack = error.stack ?? `${error.name}: ${error.message}`;
  const hasCause = error.cause !== undefined && depth < CAUSES_MAXIMUM;
  return hasCause ? `${stack}\ncaused by ${stackWithCauses(error.cause, depth + 1)}` : stack;
};

/** Requests have fewer levels, but a text within one can hold JSON of any depth. */
const LEVELS_MAXIMUM = 100;

const textsIn = (value: unknown, levels = LEVELS_MAXIMUM): string[] => {
  if (typeof value === "string") return textsInText(value);
  if (typeof value === "number") return textsInText(String(value));
  if (typeof value !== "object" || value === null || levels === 0) return [];
  return Object.values(value).flatMap((inner) => textsIn(inner, levels - 1));
};

const textsInText = (text: string): string[] =>
  text.length < REDACTED_CHARACTERS_MINIMUM ? [] : [...variants(text), ...textsIn(jsonIn(text))];

/** Parses the JSON that a text holds, as some forms send it. */
const jsonIn = (text: string): unknown => {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns a text as given and as the service normalizes it, each also in its JSON form. */
const variants = (text: string) => {
  const plain = [text, text.trim(), text.toLowerCase().trim()].filter(Boolean);
  return [...new Set([...plain, ...plain.map((variant) => JSON.stringify(variant).slice(1, -1))])];
};
