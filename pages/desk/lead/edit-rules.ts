import type { Firm, Lead, UpdateLeadBody } from "../../../client/src/generated.ts";

export type CustomField = Firm["lead_fields"][number];

/** A text that was typed for a field, and the lead's text when the edit began or was last compared. */
type Edit = { readonly text: string; readonly base: string };

/** The edits of a lead by field. As in violations, a field of the firm is `data.<key>`. Fields without one follow the lead. */
export type Edits = Readonly<Record<string, Edit>>;

export const DATA = "data.";

const REQUIRED = ["first_name", "last_name", "source"];

/** A lead, also as an event has it. */
type Row = Readonly<Record<string, unknown>>;

/** Returns what a record has in a field; null for nothing. */
export const fieldValue = (record: Row, name: string): unknown => {
  if (name === "status") return Object(record.status).key;
  return hasField(record, name) ? partOf(record, name)[keyOf(name)] : null;
};

/** Returns whether a record, or the former values of an event, name a field. */
export const hasField = (record: Row, name: string): boolean =>
  Object.hasOwn(partOf(record, name), keyOf(name));

const partOf = (record: Row, name: string): Row => (name.startsWith(DATA) ? Object(record.data) : record);

const keyOf = (name: string): string => (name.startsWith(DATA) ? name.slice(DATA.length) : name);

/** Returns a field's value as its control has it. */
export const textOf = (record: Row, name: string): string => String(fieldValue(record, name) ?? "");

export const shownText = (lead: Lead, edits: Edits, name: string): string =>
  edits[name]?.text ?? textOf(lead, name);

/** Puts a text in. One that the lead has is no edit. */
export const withEdit = (edits: Edits, lead: Lead, name: string, text: string): Edits => {
  const theirs = textOf(lead, name);
  if (text === theirs) return withoutEdit(edits, name);
  return { ...edits, [name]: { text, base: edits[name]?.base ?? theirs } };
};

export const withoutEdit = (edits: Edits, name: string): Edits => {
  const { [name]: _, ...others } = edits;
  return others;
};

/** Keeps a text although the lead has another one than when it was typed. */
export const insistOn = (edits: Edits, lead: Lead, name: string): Edits => {
  const edit = edits[name];
  return edit ? { ...edits, [name]: { ...edit, base: textOf(lead, name) } } : edits;
};

/** `contested`: somebody else has changed the field to another value since the edit began. */
type FieldState = "same" | "changed" | "contested";

export const stateOf = (edits: Edits, lead: Lead, name: string): FieldState => {
  const edit = edits[name];
  const theirs = textOf(lead, name);
  if (edit === undefined || edit.text.trim() === theirs) return "same";
  return edit.base === theirs ? "changed" : "contested";
};

export const fieldsIn = (edits: Edits, lead: Lead, state: FieldState): string[] =>
  Object.keys(edits).filter((name) => stateOf(edits, lead, name) === state);

/** Returns whether something is typed that the lead does not have. */
export const isUnsent = (edits: Edits, lead: Lead): boolean =>
  Object.keys(edits).some((name) => stateOf(edits, lead, name) !== "same");

/** Returns the body of the change: only what was changed, and null for what was emptied. */
export const patchOf = (edits: Edits, lead: Lead, fields: readonly CustomField[]): UpdateLeadBody => {
  const values = fieldsIn(edits, lead, "changed").map(
    (name) => [name, sentValue(name, edits[name]?.text.trim() ?? "", fields)] as const,
  );
  const data = values.flatMap(([name, value]) => (name.startsWith(DATA) ? [[keyOf(name), value]] : []));
  return {
    ...Object.fromEntries(values.filter(([name]) => !name.startsWith(DATA))),
    ...(data.length > 0 && { data: Object.fromEntries(data) }),
  };
};

/** A text that is no number is sent as it is: the API says what a number looks like. */
const sentValue = (name: string, text: string, fields: readonly CustomField[]) => {
  if (text === "") return REQUIRED.includes(name) ? "" : null;
  const type = fields.find(({ key }) => DATA + key === name)?.type;
  if (type === "boolean") return text === "true";
  return type === "number" && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};

/** Returns the edits after a change was made: those that were sent end, unless something else was typed meanwhile. */
export const afterSave = (edits: Edits, sent: Edits, lead: Lead): Edits =>
  Object.fromEntries(
    Object.entries(edits).flatMap(([name, edit]) => {
      if (sent[name] === undefined) return [[name, edit]];
      return sent[name].text === edit.text ? [] : [[name, { ...edit, base: textOf(lead, name) }]];
    }),
  );

/** Returns whether a lead shows a change. The service writes email addresses and telephone numbers in its own form. */
export const showsPatch = (lead: Lead, { data = {}, ...texts }: UpdateLeadBody): boolean =>
  Object.entries(texts).every(([name, sent]) => formOf(name, textOf(lead, name)) === formOf(name, sent)) &&
  Object.entries(data).every(([key, sent]) => textOf(lead, DATA + key) === String(sent ?? ""));

const ENDING_DIGITS = 7;

const formOf = (name: string, value: unknown): string => {
  const text = String(value ?? "");
  if (name === "email") return text.toLowerCase();
  const digits = text.replaceAll(/\D/g, "");
  return name === "phone" && digits.length >= ENDING_DIGITS ? digits.slice(-ENDING_DIGITS) : text;
};

/** Returns whether what an event shows is older than what was read: events come some seconds later. */
export const isOlder = (data: Lead, lead: Lead): boolean => data.last_activity_at < lead.last_activity_at;

/** Returns what a merge would put into the lead that remains, by field. Everything else of it stays. */
export const filledByMerge = (lead: Lead, other: Lead): string[] =>
  ["email", "phone", "assignee_id", ...Object.keys(other.data).map((key) => DATA + key)].filter(
    (name) => textOf(lead, name) === "" && textOf(other, name) !== "",
  );

/** Returns the lead into which the service says that this one was merged; null for any other refusal. */
export const survivorIn = (
  code: string,
  details: readonly { readonly field: string; readonly message: string }[] | null,
): string | null =>
  code === "lead_merged" ? (details?.find(({ field }) => field === "merged_into")?.message ?? null) : null;
