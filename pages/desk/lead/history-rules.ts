import type { Activity, Event, Lead } from "../../../client/src/generated.ts";
import { fill } from "../../shared/fill.ts";
import type { Texts } from "../texts/english.ts";
import { type CustomField, DATA, fieldsIn, textOf } from "./texts-of-lead.ts";

/** What the sentences of a history need besides its events. */
export type Words = {
  readonly texts: Texts["lead"];
  readonly locale: string;
  /** The lead whose history it is. */
  readonly leadId: string;
  readonly fields: readonly CustomField[];
  readonly actor: (actor: Event["actor"]) => string;
  readonly member: (id: string) => string;
  /** Returns the name of another lead, if it is known. */
  readonly person: (id: string) => string | undefined;
  readonly when: (instant: string) => string;
  readonly date: (date: string) => string;
  readonly phone: (phone: string) => string;
};

export type Change = { readonly label: string; readonly from: string; readonly to: string };

/** An event as people read it. */
export type Line = {
  /** A sentence with places for the values. */
  readonly text: string;
  readonly values: Readonly<Record<string, string>>;
  readonly changes: readonly Change[];
  /** The lead that was merged into this one, if the event is of that one. */
  readonly about: string | null;
};

type Row = Readonly<Record<string, unknown>>;

/** The fields that a type of event tells of. Several events of one change have all former values. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  "lead.status_changed": ["status"],
  "lead.assigned": ["assignee_id"],
  "lead.updated": ["first_name", "last_name", "email", "phone", "source", "next_contact_at", "data"],
  "lead.merged": ["email", "phone", "assignee_id", "data"],
  "consultation.rescheduled": ["start_at", "duration_min", "attorney_id", "location"],
  "consultation.completed": ["outcome"],
  "consultation.updated": ["paid", "amount", "location"],
};

export const lineOf = (event: Event, words: Words): Line => {
  const { data, type } = event;
  const { events, history } = words.texts;
  const isOther = type.startsWith("lead.") && data.id !== words.leadId;
  const changes = (own(FIELDS, type) ?? []).flatMap((name) => changesOf(event, name, words));
  const variant = ownVariant(event) ?? variantOf(event);
  const text = own(events, variant ?? type) ?? own(events, type) ?? history.unknown;
  return {
    text: hasChanges(text) && changes.length === 0 ? history.unseen : text,
    values: valuesOf(event, words, text),
    changes,
    about: isOther ? personIn(data) : null,
  };
};

/** Returns a line as one sentence. */
export const sentenceOf = ({ text, values, changes }: Line, { texts }: Pick<Words, "texts">): string => {
  const changed = changes.map((change) => fill(texts.history.change, change)).join("; ");
  const sentence = fill(text, { ...values, changes: changed });
  return changed === "" || hasChanges(text) ? sentence : `${sentence}: ${changed}`;
};

/** Returns whether a sentence has a place for what changed. Else that follows it. */
export const hasChanges = (text: string): boolean => text.includes("{changes}");

/** Returns the name of the text for an event that says something else than others of its type. */
const variantOf = ({ type, data, previous }: Event): string | null => {
  if (type === "lead.created" && data.assignee_id) return "lead.created, assigned";
  if (type === "lead.archived" && data.merged_into) return "lead.archived, merged";
  if (type.endsWith(".updated") && previous.archived === true) return `${type}, restored`;
  return type === "consultation.updated" && Object.hasOwn(previous, "lead_id") ? `${type}, merged` : null;
};

/** Returns the same for an event that says of what kind it is. */
const ownVariant = ({ type, activity, data }: Event): string | null => {
  if (type === "lead.conflict_decided") return `${type}, ${Object(data.conflict).state}`;
  return activity ? activityVariant(activity) : null;
};

const activityVariant = ({ kind, direction }: Activity) =>
  `lead.activity_added, ${kind}${direction === "in" ? " in" : ""}`;

/** Returns a text as the beginning of a sentence. */
export const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const valuesOf = (event: Event, words: Words, text: string): Record<string, string> => {
  const { type, data, busy, duplicates = [], merged_from: merged } = event;
  const person = (id: string) => words.person(id) ?? words.texts.history.anotherLead;
  const who = doerOf(event, words);
  const contacts = new Set(duplicates.flatMap(({ matches }) => matches));
  return {
    type,
    actor: text.startsWith("{actor}") ? capital(who) : who,
    outcome: outcomeIn(event, words),
    ...(merged !== undefined && { other: person(merged) }),
    ...(typeof data.assignee_id === "string" && { assignee: words.member(data.assignee_id) }),
    ...(typeof data.start_at === "string" && { when: words.when(data.start_at) }),
    ...(typeof data.attorney_id === "string" && { attorney: words.member(data.attorney_id) }),
    ...(typeof data.type === "string" && { meeting: data.type }),
    ...(busy && { calendar: busy.calendar }),
    ...(duplicates.length > 0 && {
      others: listOf(
        duplicates.map(({ lead_id }) => person(lead_id)),
        words,
      ),
      contacts: listOf(
        [...contacts].map((name) => words.texts.matches[name]),
        words,
      ),
    }),
  };
};

/** Returns who did it: of an activity, the member whom a key has named. */
const doerOf = ({ activity, actor }: Event, words: Words) =>
  activity?.member_id ? words.member(activity.member_id) : words.actor(actor);

const outcomeIn = ({ activity }: Event, { texts }: Words) =>
  activity?.outcome ? `: ${texts.outcomes[activity.outcome]}` : "";

const listOf = (parts: readonly string[], { locale }: Words) =>
  new Intl.ListFormat(locale).format([...new Set(parts)]);

const personIn = ({ first_name, last_name }: Row) => `${first_name ?? ""} ${last_name ?? ""}`.trim();

const changesOf = ({ data, previous }: Event, name: string, words: Words): Change[] => {
  if (!Object.hasOwn(previous, name)) return [];
  if (name !== "data") return [changeOf(name, previous, data, words)];
  const [before, after] = [Object(previous.data), Object(data.data)];
  return Object.keys(before).map((key) => ({
    label: words.fields.find((field) => field.key === key)?.label ?? key,
    from: valueText(DATA + key, before[key], before, words),
    to: valueText(DATA + key, own<unknown>(after, key), after, words),
  }));
};

const changeOf = (name: string, before: Row, after: Row, words: Words): Change => ({
  label: own(words.texts.fields, name) ?? name,
  from: valueText(name, before[name], { ...after, ...before }, words),
  to: valueText(name, after[name], after, words),
});

/** Returns a lead's value as people read it. */
export const shownValue = (lead: Lead, name: string, words: Words): string =>
  valueText(name, fieldsIn(lead)[name], lead, words);

/** Returns a value as people read it. */
const valueText = (name: string, value: unknown, record: Row, words: Words): string => {
  const { texts, locale } = words;
  if (value === null || value === undefined || value === "") return texts.history.blank;
  if (typeof value === "boolean") return value ? texts.yes : texts.no;
  if (name === "amount") return amountText(Number(value), record.currency, locale);
  if (typeof value === "number") return new Intl.NumberFormat(locale).format(value);
  return ownText(name, value, words);
};

const ownText = (name: string, value: unknown, { member, when, date, phone, fields }: Words): string => {
  if (name === "status") return String(Object(value).name);
  if (name.endsWith("_id")) return member(String(value));
  if (name === "phone") return phone(String(value));
  if (name === "start_at" || name === "next_contact_at") return when(String(value));
  const isDate = fields.some(({ key, type }) => DATA + key === name && type === "date");
  return isDate && /^\d{4}-\d\d-\d\d$/.test(String(value)) ? date(String(value)) : String(value);
};

const amountText = (amount: number, currency: unknown, locale: string) =>
  new Intl.NumberFormat(locale, currency ? { style: "currency", currency: String(currency) } : {}).format(
    amount,
  );

/** Returns the part of a map that a name has, whatever the name is. */
const own = <Value>(map: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(map, name) ? map[name] : undefined;

/** Returns the event that changed a field to what the lead has now, if it has come: who did it, and when. */
export const lastChangeOf = (events: readonly Event[], lead: Lead, name: string): Event | undefined => {
  const last = events.find(
    ({ type, previous }) => type.startsWith("lead.") && Object.hasOwn(fieldsIn(previous), name),
  );
  return last && textOf(last.data, name) === textOf(lead, name) ? last : undefined;
};

/** Puts events into a history, each once, newest first. */
export const withEvents = (history: readonly Event[], events: readonly Event[]): Event[] =>
  [...new Map([...history, ...events].map((event) => [event.id, event])).values()].sort((one, other) =>
    one.id < other.id ? 1 : -1,
  );

/** Returns whether an event tells of conflicts, of which only some may know. */
export const isOfConflict = ({ type }: { readonly type: string }): boolean =>
  type.startsWith("lead.conflict_");

/** Returns whether an event belongs to a lead's history: its own, or that of a consultation of it. */
export const isOfLead = ({ type, data }: Pick<Event, "type" | "data">, leadId: string): boolean =>
  (type.startsWith("lead.") ? data.id : data.lead_id) === leadId;
