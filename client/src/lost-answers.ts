import type { ErrorCode } from "./errors.ts";
import { LOST_ANSWERS, type OperationId, ROUTES, type UnsafeOperationId } from "./generated.ts";
import type { CallInput } from "./request.ts";

/**
 * What a record says of a call whose answer was lost: it is done; it is not, and may be sent again without any other
 * effect; or neither is certain.
 */
export type Verdict = "done" | "open" | "unknown";

type Verify = (record: unknown, input: CallInput) => Verdict;

/** How a call goes on whose answer was lost. The contract says it of each operation that changes something. */
export type LostAnswer =
  /** It changes nothing, or nothing more when it is repeated. */
  | { readonly way: "repeated" }
  /** The same, as long as it has an Idempotency-Key. */
  | { readonly way: "repeatedWithKey" }
  /** It is repeated; these errors then say that the record is gone, as it should be. */
  | { readonly way: "deletion"; readonly gone: readonly ErrorCode[] }
  /** It is confirmed by a GET, and repeated only if that shows that nothing else can come of it. */
  | { readonly way: "confirmed"; readonly reader: OperationId; readonly by: keyof typeof VERIFY }
  /** It is an error: a repetition would do it twice, or its answer is a secret that is shown once. */
  | { readonly way: "failed" };

/** What becomes of a call whose answer was lost. */
export const lostAnswerOf = (id: OperationId): LostAnswer =>
  isUnsafe(id) ? LOST_ANSWERS[id] : { way: "repeated" };

const isUnsafe = (id: OperationId): id is UnsafeOperationId => ROUTES[id].method !== "GET";

/** What a record says of a call by which it is confirmed. */
export const verdictOf = (by: keyof typeof VERIFY, record: unknown, input: CallInput): Verdict =>
  VERIFY[by](record, input);

/** A final status: nobody leaves it, so the call may be repeated until some transition has been made. */
const finalStatus =
  (status: string): Verify =>
  (record, { body }) => {
    if (Object(record).status !== status) return "open";
    return shows(record, body) ? "done" : "unknown";
  };

/** A change that another caller's may follow: it is repeated only while `If-Match` lets nothing be written over. */
const change: Verify = (record, { body, headers }) => {
  if (shows(record, body)) return "done";
  const [, version] = /^"(\d+)"$/.exec(headers?.["If-Match"] ?? "") ?? [];
  return version !== undefined && Object(record).version <= Number(version) ? "open" : "unknown";
};

const archived =
  (isArchived: boolean): Verify =>
  (record) =>
    Object(record).archived === isArchived ? "done" : "unknown";

const cancelOrReschedule: Verify = (record, { body }) => {
  const { status, start_at, duration_min, attorney_id, time_zone } = Object(body);
  if (status !== undefined) return finalStatus("canceled")(record, { body: { status } });
  return shows(record, { start_at, duration_min, attorney_id, time_zone }) ? "done" : "unknown";
};

const VERIFY = {
  change,
  archived: archived(true),
  unarchived: archived(false),
  completed: finalStatus("completed"),
  noShow: finalStatus("no-show"),
  cancelOrReschedule,
} as const satisfies Readonly<Record<string, Verify>>;

/**
 * Whether a record shows what was sent. What the service writes in another form than these, a telephone number for example,
 * it does not seem to show: then the outcome counts as unknown.
 */
const shows = (shown: unknown, sent: unknown, name = ""): boolean => {
  if (sent === undefined) return true;
  if (sent === null || sent === "") return isEmpty(shown);
  if (typeof sent === "string") return textOf(name, sent.trim()) === (Object(shown).key ?? shown);
  if (Array.isArray(sent)) return showsList(shown, sent);
  return typeof sent === "object" ? showsFields(shown, sent) : shown === sent;
};

const isEmpty = (shown: unknown) => shown === undefined || shown === null || shown === "";

const showsList = (shown: unknown, sent: readonly unknown[]): boolean =>
  Array.isArray(shown) &&
  shown.length === sent.length &&
  sent.every((entry, index) => shows(shown[index], entry));

const showsFields = (shown: unknown, sent: object): boolean =>
  Object.entries(sent).every(([field, value]) => shows(Object(shown)[field], value, field));

/** The text of a field as the service writes it. */
const textOf = (name: string, text: string): string => {
  if (name === "email" || name.endsWith("_id")) return text.toLowerCase();
  const milliseconds = name.endsWith("_at") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? text : new Date(milliseconds).toISOString();
};
