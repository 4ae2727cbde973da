import type { AnsweredRequest } from "./http-api/http-gateway.ts";

type LogRecord = Readonly<Record<string, unknown>>;

/** A line of a function: its label, and the record that it logged. */
const FUNCTION_LINE = /^(\S+) {2}(\{.*\})$/;

/** Messages that a request's line includes. A failure has a separate line with its cause. */
const OF_REQUESTS: readonly unknown[] = ["request_handled", "request_refused"];

/** The steps from a change to its webhook deliveries. Their failures have other messages. */
const OF_EVENTS: readonly unknown[] = ["event_published", "event_fanned_out"];
const EVENT_LINE = /^bus {2}/;

type LogOptions = {
  readonly print: (line: string) => void;
  /** Requests and readings of feeds have no line before that, because the start itself makes them. */
  readonly isReady: () => boolean;
};

/** Prints the local service's log: one short line for each request, delivery, reading of a feed and failure, or everything as JSON. */
export const localLog = (format: "json" | "text", options: LogOptions) =>
  format === "json" ? jsonLog(options) : textLog(options);

const textLog = ({ print, isReady }: LogOptions) => {
  const records = new Map<unknown, LogRecord>();
  const remember = (record: LogRecord) => records.set(record.requestId, record);
  const handlers = new Map<unknown, (record: LogRecord) => unknown>([
    ...OF_REQUESTS.map((message) => [message, remember] as const),
    ...OF_EVENTS.map((message) => [message, () => {}] as const),
    ["delivery_attempted", (record) => print(describeAttempt(record))],
    ["feed_read", (record) => (isReady() || record.outcome === "failed") && print(describeReading(record))],
  ]);
  return {
    log: (line: string) => {
      const { label, record } = parseLine(line);
      const handle = handlers.get(record?.message);
      if (record && handle) handle(record);
      else if (record) print(`${label}  ${describeRecord(record)}`);
      else if (!EVENT_LINE.test(line)) print(line);
    },
    onAnswered: (request: AnsweredRequest) => {
      // a function's lines come before its result
      if (isReady()) print(describeRequest(request, records.get(request.requestId)));
      records.delete(request.requestId);
    },
  };
};

/** Returns a line such as `POST /api/leads 422 12 ms invalid_request email, phone`. */
const describeRequest = (
  { method, path, status, milliseconds }: AnsweredRequest,
  { code, fields }: LogRecord = {},
) =>
  [`${method} ${path} ${status} ${milliseconds} ms`, code, Array.isArray(fields) && fields.join(", ")]
    .filter(Boolean)
    .join(" ");

/** Returns a line such as `webhook 019a… attempt 1 204 12 ms`. */
const describeAttempt = ({ webhookId, attempt, status, error, milliseconds }: LogRecord) =>
  [`webhook ${webhookId} attempt ${attempt}`, status, error, `${milliseconds} ms`].filter(Boolean).join(" ");

/** Returns a line such as `feed 019a… unchanged 12 ms`. */
const describeReading = ({ feedId, outcome, milliseconds }: LogRecord) =>
  `feed ${feedId} ${outcome} ${milliseconds} ms`;

/** Returns the message and its fields, with the stack of a failure below. */
const describeRecord = ({ message, function: _, coldStart: __, cause, ...fields }: LogRecord) => {
  const texts = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const stack = cause === undefined ? "" : `\n${cause}`.replaceAll("\n", "\n    ");
  return `${[message, ...texts].join(" ")}${stack}`;
};

const jsonLog = ({ print }: LogOptions) => {
  const printRecord = (record: LogRecord) =>
    print(JSON.stringify({ time: new Date().toISOString(), ...record }));
  return {
    log: (line: string) => printRecord(parseLine(line).record ?? { message: line }),
    onAnswered: (request: AnsweredRequest) => printRecord({ message: "request_answered", ...request }),
  };
};

const parseLine = (line: string): { readonly label?: string; readonly record?: LogRecord } => {
  const [, label = "", json] = FUNCTION_LINE.exec(line) ?? [];
  try {
    return json === undefined ? {} : { label, record: JSON.parse(json) };
  } catch {
    return {};
  }
};
