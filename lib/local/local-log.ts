import type { AnsweredRequest } from "./http-api/http-gateway.ts";

type LogRecord = Readonly<Record<string, unknown>>;

/** A line of a function: its label, and the record that it logged. */
const FUNCTION_LINE = /^(\S+) {2}(\{.*\})$/;

/** Messages that a request's line includes. A failure has a separate line with its cause. */
const OF_REQUESTS: readonly unknown[] = ["request_handled", "request_refused"];

/** Omitted, because the bus logs the same event. */
const PUBLISHED = "event_published";

/** Prints the local service's log: one readable line for each request and event, or everything as JSON. */
export const localLog = (format: "json" | "text", print: (line: string) => void) =>
  format === "json" ? jsonLog(print) : textLog(print);

const textLog = (print: (line: string) => void) => {
  const records = new Map<unknown, LogRecord>();
  const printLine = (line: string) => print(`${new Date().toISOString().slice(11, 23)}  ${line}`);
  return {
    log: (line: string) => {
      const { label, record } = parseLine(line);
      if (!record) printLine(line);
      else if (OF_REQUESTS.includes(record.message)) records.set(record.requestId, record);
      else if (record.message !== PUBLISHED) printLine(`${label}  ${describeRecord(record)}`);
    },
    onAnswered: (request: AnsweredRequest) => {
      // a function's lines come before its result
      printLine(describeRequest(request, records.get(request.requestId)));
      records.delete(request.requestId);
    },
  };
};

/** Returns a line such as `POST /api/leads 422 12 ms firm … validation_failed email, phone`. */
const describeRequest = (
  { method, path, status, milliseconds }: AnsweredRequest,
  { firmId, code, fields }: LogRecord = {},
) =>
  [
    `${method} ${path} ${status} ${milliseconds} ms`,
    firmId && `firm ${firmId}`,
    code,
    Array.isArray(fields) && fields.join(", "),
  ]
    .filter(Boolean)
    .join(" ");

/** Returns the message and its fields, with the stack of a failure below. */
const describeRecord = ({ message, function: _, coldStart: __, cause, ...fields }: LogRecord) => {
  const texts = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const stack = cause === undefined ? "" : `\n${cause}`.replaceAll("\n", "\n    ");
  return `${[message, ...texts].join(" ")}${stack}`;
};

const jsonLog = (print: (line: string) => void) => {
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
