import type { ErrorCode } from "./errors.ts";
import { LOST_ANSWERS, type OperationId, ROUTES, type UnsafeOperationId } from "./generated.ts";
import type { CallInput } from "./request.ts";

/**
 * A record's verdict on a call whose answer was lost: the call is done; it is not, and may be sent again without any
 * other effect; the same, but the record shows what was sent, as if nothing needed changing; or nothing is certain.
 */
export type Verdict = "done" | "open" | "openButShown" | "unknown";

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

/**
 * Confirms a change that another caller's may follow. While the record has the version that `If-Match` names, the change
 * is not made or changes nothing, and repeating it overwrites nothing.
 */
const change: Verify = (record, { body, headers }) => {
  const [, version] = /^"(\d+)"$/.exec(headers?.["If-Match"] ?? "") ?? [];
  const isOpen = version !== undefined && Object(record).version <= Number(version);
  if (shows(record, body)) return isOpen ? "openButShown" : "done";
  return isOpen ? "open" : "unknown";
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

/** Confirms it by the state of the link. While that has the etag in `If-Match`, the change is not made. */
const changeByLink: Verify = (state, { body, headers }) => {
  const { consultation, etag } = Object(state);
  const verdict = cancelOrReschedule(consultation, { body });
  return verdict === "unknown" && etag === headers?.["If-Match"] ? "open" : verdict;
};

const VERIFY = {
  change,
  archived: archived(true),
  unarchived: archived(false),
  completed: finalStatus("completed"),
  noShow: finalStatus("no-show"),
  cancelOrReschedule,
  changeByLink,
} as const satisfies Readonly<Record<string, Verify>>;

/** The fields of which a body may name parts: the service keeps the other parts. It replaces every other field whole. */
export const FIELDS_IN_PARTS = ["booking_rules", "conflict_gate", "data", "self_service", "status"];

/**
 * Returns true if a record shows what was sent. Values that the service stores in another form than these, such as a
 * telephone number, do not match, and the outcome then counts as unknown.
 */
const shows = (record: unknown, body: object = {}): boolean =>
  Object.entries(body).every(([name, sent]) =>
    FIELDS_IN_PARTS.includes(name) && isObject(sent)
      ? showsParts(partOf(record, name), sent)
      : showsValue(partOf(record, name), sent, name),
  );

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const partOf = (whole: unknown, name: string): unknown => Object(whole)[name];

const showsParts = (shown: unknown, sent: object): boolean =>
  Object.entries(sent).every(([name, value]) => showsValue(partOf(shown, name), value));

/** Compares a value with the one sent, in the form of a field if its name is given. The keys of a map are no such names. */
const showsValue = (shown: unknown, sent: unknown, name = ""): boolean => {
  if (sent === undefined) return true;
  if (sent === null || sent === "") return isEmpty(shown);
  if (typeof sent === "string") return textOf(name, sent.trim()) === (Object(shown).key ?? shown);
  if (Array.isArray(sent)) return showsList(shown, sent);
  return isObject(sent) ? showsWhole(shown, sent) : shown === sent;
};

const isEmpty = (shown: unknown) => shown === undefined || shown === null || shown === "";

const showsList = (shown: unknown, sent: readonly unknown[]): boolean =>
  Array.isArray(shown) &&
  shown.length === sent.length &&
  sent.every((entry, index) =>
    isObject(entry) ? showsWhole(shown[index], entry, (name) => name) : showsValue(shown[index], entry),
  );

/** Compares all fields: the service resets those that were not sent. */
const showsWhole = (shown: unknown, sent: object, nameOf: (name: string) => string = () => ""): boolean =>
  Object.keys({ ...Object(shown), ...sent }).every((name) => {
    const value = partOf(sent, name);
    return value === undefined
      ? isDefault(partOf(shown, name))
      : showsValue(partOf(shown, name), value, nameOf(name));
  });

/** Returns true for a default that is empty. A reset to any other default counts as unknown. */
const isDefault = (shown: unknown) =>
  isEmpty(shown) || shown === false || (Array.isArray(shown) && shown.length === 0);

/** Returns the text of a field in the service's form. */
const textOf = (name: string, text: string): string => {
  if (name === "email" || name.endsWith("_id")) return text.toLowerCase();
  const milliseconds = name.endsWith("_at") ? Date.parse(text) : Number.NaN;
  return Number.isNaN(milliseconds) ? text : new Date(milliseconds).toISOString();
};
