import type { Lead } from "../leads/lead.rules.ts";
import { ownProperty } from "../runtime/collections.ts";
import { createdAt, derivedId } from "../runtime/record-id.ts";
import type { EventResource, FieldsOfType } from "./event.contract.ts";
import { type EventType, eventNoun } from "./event-types.contract.ts";

type Resource = Readonly<Record<string, unknown>>;

type ChangedResource = {
  readonly changeId: string;
  readonly actor: EventResource["actor"];
  readonly types: readonly EventType[];
  readonly sequence: number;
  readonly before: Resource | null;
  readonly after: Resource;
  /** Set when a change emits several events of one type: the record's id, which tells them apart. */
  readonly recordId?: string;
  readonly beside?: FieldsOfType;
};

/** Returns one event for each type that a stored change emits. Reading the same change again yields the same event ids. */
export const changeEvents = ({
  changeId,
  actor,
  types,
  sequence,
  before,
  after,
  beside = {},
  recordId,
}: ChangedResource): EventResource[] =>
  types.map((type) => ({
    id: eventId(changeId, recordId === undefined ? type : `${type} ${recordId}`),
    type,
    created_at: createdAt(changeId),
    sequence,
    data: after,
    previous: before === null || isOfParties(type, before, after) ? {} : previousValues(before, after),
    ...ownProperty(beside, type),
    actor,
  }));

/** Returns the id of the record in an event; that of the attorney for a calendar, which has a name only. */
export const recordIdOf = ({ id, attorney_id }: EventResource["data"]) => String(id ?? attorney_id);

/** Returns the lead that an event is about: itself, or that of its consultation; undefined for any other record. */
export const leadIdOf = ({ type, data }: Pick<EventResource, "type" | "data">): string | undefined => {
  const id = eventNoun(type) === "lead" ? data.id : data.lead_id;
  return typeof id === "string" ? id : undefined;
};

/** Returns the id of the event of one type that a change emits. */
export const eventId = (changeId: string, type: string) => derivedId(changeId, type);

/** Returns the lead of a reminder: blank if its data were erased, or if it is missing because its firm is being erased. */
export const remindedLead = (id: string, lead: Lead | null): NonNullable<EventResource["lead"]> => ({
  id,
  first_name: lead?.firstName ?? "",
  last_name: lead?.lastName ?? "",
  email: lead?.email ?? "",
  phone: lead?.phone ?? "",
});

const previousValues = (before: Resource, after: Resource): Resource =>
  Object.fromEntries(changedKeys(before, after).map((key) => [key, previousValue(key, before, after)]));

/** Whether an update shows nothing but that there was one: that of a lead's parties, which no event has. */
const isOfParties = (type: EventType, before: Resource, after: Resource) =>
  type === "lead.updated" && changedKeys(before, after).every((key) => key === "last_activity_at");

const previousValue = (key: string, before: Resource, after: Resource) => {
  const previous = ownProperty(before, key) ?? null;
  const current = after[key];
  return key === "data" && isResource(previous) && isResource(current)
    ? previousValues(previous, current)
    : previous;
};

const changedKeys = (before: Resource, after: Resource) =>
  Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );

const isResource = (value: unknown): value is Resource => typeof value === "object" && value !== null;
