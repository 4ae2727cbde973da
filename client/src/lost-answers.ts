import type { ErrorCode } from "./errors.ts";
import { LOST_ANSWERS, type OperationId, ROUTES, type UnsafeOperationId } from "./generated.ts";
import type { CallInput } from "./request.ts";

/**
 * A record's verdict on a call whose answer was lost: the call is done; it is not, and may be sent again without any
 * other effect; or neither is certain.
 */
export type Verdict = "done" | "open" | "unknown";

type Verify = (record: unknown, input: CallInput) => Verdict;

/** The treatment of a call whose answer was lost. The contract has one for each operation that changes something. */
export type LostAnswer =
  /** The call changes nothing, or nothing more if repeated. */
  | { readonly way: "repeated" }
  /** The same, if it has an Idempotency-Key. */
  | { readonly way: "repeatedWithKey" }
  /** The call is repeated if its body has this field: without it, a repetition could undo another caller's change. */
  | { readonly way: "repeatedWith"; readonly field: string }
  /** The call is repeated; these errors then show that the record is gone, as intended. */
  | { readonly way: "deletion"; readonly gone: readonly ErrorCode[] }
  /** The call is confirmed by a GET. It is repeated only if that shows that a repetition has no other effect. */
  | { readonly way: "confirmed"; readonly reader: OperationId; readonly by: keyof typeof VERIFY }
  /** The loss is an error: a repetition would act twice, or the answer is a secret that is shown once. */
  | { readonly way: "failed" };

/** Returns the treatment of a call whose answer was lost. */
export const lostAnswerOf = (id: OperationId, { body }: CallInput): Treatment => {
  const answer: LostAnswer = isUnsafe(id) ? LOST_ANSWERS[id] : { way: "repeated" };
  if (answer.way !== "repeatedWith") return answer;
  return { way: Object(body)[answer.field] === undefined ? "failed" : "repeated" };
};

export type Treatment = Exclude<LostAnswer, { way: "repeatedWith" }>;

const isUnsafe = (id: OperationId): id is UnsafeOperationId => ROUTES[id].method !== "GET";

/** Returns the verdict of the record that confirms a call. */
export const verdictOf = (by: keyof typeof VERIFY, record: unknown, input: CallInput): Verdict =>
  VERIFY[by](record, input);

/** Confirms a final status. No record leaves it, so the call may be repeated until some transition has happened. */
const finalStatus =
  (status: string): Verify =>
  (record, { body }) => {
    if (Object(record).status !== status) return "open";
    return shows(record, body) ? "done" : "unknown";
  };

/** Confirms a change that another caller's may follow. It is repeated only while `If-Match` prevents overwriting. */
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
  const { status, start_at, duration_min, attorney_id, time_zone, location } = Object(body);
  if (status !== undefined) return finalStatus("canceled")(record, { body: { status } });
  return shows(record, { start_at, duration_min, attorney_id, time_zone, location }) ? "done" : "unknown";
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
 * Returns true if a record shows what was sent. Values that the service stores in another form than these, such as a
 * telephone number, do not match, and the outcome then counts as unknown.
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

/** Returns the text of a field in the service's form. */
const textOf = (name: string, text: string): string => {
  if (name === "email" || name.endsWith("_id")) return text.toLowerCase();
  const milliseconds = name.endsWith("_at") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? text : new Date(milliseconds).toISOString();
};
