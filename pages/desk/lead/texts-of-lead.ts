import type { Firm, Lead, UpdateLeadBody } from "../../../client/src/generated.ts";

export type CustomField = Firm["lead_fields"][number];

/** The fields of a lead as its controls have them. As in violations, a field of the firm is `data.<key>`. */
export type LeadTexts = Readonly<Record<string, string>>;

export const DATA = "data.";

const REQUIRED = ["first_name", "last_name", "source"];

/** A lead, also as an event has it, or a change of one. */
type Row = Readonly<Record<string, unknown>>;

/** Returns the values of a lead by field. */
export const fieldsIn = ({ data, ...fields }: Row): Row => ({
  ...fields,
  ...Object.fromEntries(Object.entries(Object(data)).map(([key, value]) => [DATA + key, value])),
});

export const textsOf = (record: Row): LeadTexts =>
  Object.fromEntries(
    Object.entries(fieldsIn(record)).map(([name, value]) => [name, String(Object(value).key ?? value ?? "")]),
  );

/** Returns a field's text; a blank one for a field that the record does not have. */
export const textOf = (record: Row, name: string): string => textsOf(record)[name] ?? "";

/** Returns the body of a change of some fields, with null for what was emptied. */
export const patchOf = (changes: Partial<LeadTexts>, fields: readonly CustomField[]): UpdateLeadBody => {
  const values = Object.entries(changes).map(
    ([name, text = ""]) => [name, sentValue(name, text.trim(), fields)] as const,
  );
  const data = values.flatMap(([name, value]) =>
    name.startsWith(DATA) ? [[name.slice(DATA.length), value]] : [],
  );
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
