import fc, { type Arbitrary } from "fast-check";
import { describedEndpoint } from "../../../lib/documents/openapi/examples/described-endpoints.ts";
import type { Schema } from "./published-document.ts";
import { CONSULTATION_TYPE, type RequestWorld } from "./request-world.ts";
import type { KnownValues } from "./valid-values.ts";

type Values = Readonly<Record<string, Arbitrary<unknown>>>;

/** Returns an arbitrary with a new value each time. */
const fresh = <Value>(next: () => Value) => fc.constant(null).map(next);

const STAGES_MAXIMUM = 50;

/** Lists of stages that all have the same keys, because removing a stage takes seconds. */
const stages = fc
  .tuple(fc.string({ minLength: 1, unit: fc.constantFrom("a", "é") }), fc.boolean())
  .map(([name, terminal]) =>
    ["new", "contacted", "qualified", "retained", "lost"]
      .concat(Array.from({ length: STAGES_MAXIMUM - 5 }, (_, index) => `stage-${index}`))
      .map((key) => ({ key, name, terminal })),
  );

/** The maximum number of windows of a week, without overlaps. */
const WEEK = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) =>
  Array.from({ length: 10 }, (_, hour) => ({ weekday, start: `1${hour}:00`, end: `1${hour}:30` })),
);

const officeHours = fc.oneof(fc.constant(WEEK), fc.subarray(WEEK));

/** The maximum number of dates and of windows of each, none of which is past or overlaps another. */
const DATES = Array.from({ length: 60 }, (_, day) => ({
  date: new Date(Date.UTC(2055, 2, day)).toISOString().slice(0, 10),
  windows: Array.from({ length: 10 }, (_, hour) => ({ start: `1${hour}:00`, end: `1${hour}:30` })),
}));

const dateHours = fc.oneof(fc.constant(DATES), fc.subarray(DATES));

/** The maximum number of rules, each for a member of the firm. */
const routingOf = (id: string) =>
  fc.constant(
    Array.from({ length: 50 }, (_, index) => ({
      ...{ key: `rule-${index}`, when: [], members: [{ id, weight: 20 }] },
      ...{ respond_within_min: 15, clock: "always", escalate: "next" },
    })),
  );

const paths = fc.constantFrom("email", "contact.email", "answers[0].value", '["e.mail"]', "a[b=c].d");

const DATA_ENTRIES_MAXIMUM = 1_000;

/** The maximum number of keys in a request, none of which the firm defines. */
const undefinedKeys = Object.fromEntries(
  Array.from({ length: DATA_ENTRIES_MAXIMUM }, (_, index) => [`key-${index}`, null]),
);

const customData = (fields: Values) =>
  fc.oneof(
    fc.constant(undefinedKeys),
    fc.record(
      { ...fields, undefined_key: fc.jsonValue({ maxDepth: 2 }) },
      { requiredKeys: [], noNullPrototype: true },
    ),
  );

const text = fc.string({ unit: fc.constantFrom("a", "é", "\n", "😀") });
const leadData = customData({
  case_type: fc.constantFrom("Family", "Injury", null),
  incident_date: fc.constantFrom("2024-02-29", null),
  summary: text,
  value: fc.double({ min: 0.01, max: 1e9, noNaN: true }),
  urgent: fc.boolean(),
});
const consultationData = customData({
  place: fc.constantFrom("Office", "Phone"),
  follow_up: fc.constant("2031-01-01"),
  notes: text,
  fee: fc.integer(),
  remote: fc.boolean(),
});

/** Returns midnight (UTC) so many days from today. */
const today = (days: number) => new Date(Math.floor(Date.now() / DAY) * DAY + days * DAY).toISOString();
const DAY = 86_400_000;

let serial = 0;
const newKey = fresh(() => `key-${serial++}`);

/** Returns values by the operation and the property's name, or by the name alone. */
const valuesByName = ({ ids, nextSlot, latest }: RequestWorld): Values => ({
  assignee_id: fc.constant(ids.attorney),
  default_assignee_id: fc.constant(ids.attorney),
  "create-lead.captured_at": fc.constantFrom("2026-01-01T00:00:00Z", "2026-11-02T05:00:00.5+05:00"),
  "create-activity.at": fresh(() => new Date().toISOString()),
  "create-activity.member_id": fc.constant(ids.attorney),
  "decide-conflict-check.member_id": fc.constant(ids.attorney),
  // It names an activity of the same lead.
  "create-activity.corrects": fc.constant(undefined),
  routing: routingOf(ids.attorney),
  // It depends on other fields of the source.
  booking: fc.constant(undefined),
  "update-lead.phone": fc.constantFrom("(212) 555-0187", "+49 30 901820"),
  "update-lead.status": fc.constantFrom("new", "contacted", " lost "),
  "update-lead.key": fc.constantFrom("new", "contacted"),
  default_country: fc.constantFrom("US", "de"),
  currency: fc.constantFrom("USD", "JPY"),
  time_zone: fc.constantFrom("America/New_York", "europe/berlin", "UTC"),
  "create-lead.data": leadData,
  "update-lead.data": leadData,
  "book-consultation.data": consultationData,
  "complete-consultation.data": consultationData,
  "book-consultation.type": fc.constant(CONSULTATION_TYPE),
  "create-hold.type": fc.constant(CONSULTATION_TYPE),
  attorney_ids: fc.constantFrom([], [ids.attorney]),
  "create-link.type": fc.constant(CONSULTATION_TYPE),
  "book-by-link.start_at": fresh(nextSlot),
  "update-by-link.start_at": fresh(nextSlot),
  "book-consultation.start_at": fresh(nextSlot),
  "update-consultation.start_at": fresh(nextSlot),
  "create-hold.start_at": fresh(nextSlot),
  start_at: fc.constantFrom("2030-05-01T00:00:00Z", "2030-05-01T09:00:00.000+02:00"),
  end_at: fc.constantFrom("2030-05-01T09:00:00Z", "2031-01-01T00:00:00-05:00"),
  start_date: fc.constantFrom("2030-04-30", "2030-05-01"),
  end_date: fc.constantFrom("2030-05-01", "2032-02-29"),
  start: fc.constantFrom("00:00", "09:00"),
  end: fc.constantFrom("17:00", "24:00"),
  office_hours: officeHours,
  date_hours: dateHours,
  stages,
  key: newKey,
  "options[]": newKey,
  path: paths,
  "paths[]": paths,
  "json_fields[]": paths,
  "mapping{}": paths,
  since: fc.constantFrom("2026-11-01T00:00:00Z", "2026-11-02T05:00:00.5+05:00"),
  until: fc.constantFrom("2026-11-03T00:00:00Z", "2030-01-01T00:00:00Z"),
  "get-calendar.from": fc.constant("2055-03-01T00:00:00Z"),
  "get-calendar.to": fc.constantFrom("2055-03-02T00:00:00Z", "2055-04-01T00:00:00Z"),
  "find-availability.from": fc.constant("2055-03-01T00:00:00Z"),
  "find-availability.to": fc.constantFrom("2055-03-02T00:00:00Z", "2055-04-01T00:00:00Z"),
  "find-availability.type": fc.constant(CONSULTATION_TYPE),
  "find-availability.attorneys": fc.constant(ids.attorney),
  "get-link-availability.from": fc.constant("2055-03-01T00:00:00Z"),
  "get-link-availability.to": fc.constantFrom("2055-03-02T00:00:00Z", "2055-04-01T00:00:00Z"),
  "get-availability.from": fc.constant("2055-03-01T00:00:00Z"),
  "get-availability.to": fc.constantFrom("2055-03-02T00:00:00Z", "2055-04-01T00:00:00Z"),
  "push-busy-times.from": fc.constant(today(0)),
  "push-busy-times.to": fc.constantFrom(today(1), today(31)),
  // Later than the receipt of every push before it.
  "push-busy-times.as_of": fresh(() => new Date(Date.now() + 50_000).toISOString()),
  // Beyond the window, so that no date has too many.
  "push-busy-times.start_at": fc.constant("2030-05-01T00:00:00Z"),
  "push-busy-times.end_at": fc.constant("2031-01-01T00:00:00-05:00"),
  after: fc.constant(latest),
  // Blank, which counts as absent: it goes neither with a record nor with a position.
  "list-events.lead": fc.constant(""),
  // They go with no filter.
  "list-leads.ids": fc.constant(undefined),
  // An update with another origin needs the headers again.
  "update-webhook.url": fc.constant("https://1.1.1.1"),
  "Idempotency-Key": newKey,
  // No tag of an answer, which would be 304.
  "If-None-Match": fc.constantFrom('W/"other"', '"other", W/"another"'),
});

const TYPES: Readonly<Record<string, string>> = {
  office_hours: "array",
  date_hours: "array",
  attorney_ids: "array",
  stages: "array",
  routing: "array",
  booking: "object",
  data: "object",
};

/** Excludes alternatives and numbers of the same name, which keep their own values. */
const appliesTo = (name: string, { type }: Schema) => type === (TYPES[name] ?? "string");

/** Returns true if the value clears a lead's address, which requires a phone number that the same request may clear. */
const clearsEmail = (operation: string, name: string, { const: only, type }: Schema) =>
  operation === "update-lead" && name === "email" && (only === "" || type === "null");

/** Returns true for a constant of a text. The field decides about other types. */
const isConstant = (name: string, { type }: Schema) =>
  ["value", "fallback"].includes(name) && Array.isArray(type);

/** Returns the id of the record that the example names, as `{lead}`, or the property's name, as `lead_id`. */
const idOf = (operation: string, name: string, { ids }: RequestWorld) => {
  const example: unknown = Object(describedEndpoint(operation).body)[name];
  const [, noun = ""] = /^\{(\w+)\}$/.exec(String(example)) ?? /^(\w+)_id$/.exec(name) ?? [];
  const id = new Map<string, string>(Object.entries(ids)).get(noun);
  return id === undefined ? undefined : fc.constant(id);
};

/** Properties that may be left out only in some states of the record, or with the key of a consultation type. */
const SENT: Readonly<Record<string, readonly string[]>> = {
  "book-consultation": ["attorney_id", "duration_min"],
  "create-hold": ["attorney_id", "duration_min", "type"],
  // A key names who decides.
  "decide-conflict-check": ["member_id"],
  "find-availability": ["duration_min", "type"],
  // A URL of another origin needs them if the webhook has some.
  "update-webhook": ["headers"],
};

/** Returns known values of an operation's requests for the firm. */
export const knownValues = (operation: string, world: RequestWorld): KnownValues => {
  const values = valuesByName(world);
  return {
    valuesOf: (name, schema) => {
      if (isConstant(name, schema)) return fc.integer();
      if (clearsEmail(operation, name, schema)) return fc.constant("new@example.com");
      // Never null: a key names who decides.
      const isDecider = `${operation}.${name}` === "decide-conflict-check.member_id";
      if (!(isDecider || appliesTo(name, schema))) return undefined;
      return values[`${operation}.${name}`] ?? values[name] ?? idOf(operation, name, world);
    },
    keysOf: (name) => (name === "mapping" ? fc.constant("data.summary") : undefined),
    isLeftOut: (name) => name === "cursor",
    isSent: (name) => SENT[operation]?.includes(name) ?? false,
  };
};
