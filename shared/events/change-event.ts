import { createHash } from "node:crypto";
import { v7 } from "uuid";
import { createdAt, createdAtMilliseconds } from "../domain/record-id.ts";

type Resource = Readonly<Record<string, unknown>>;

/** An event as subscribers receive it. */
export type ChangeEvent = {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  /** The record's revision: subscribers use it to order events that arrive out of order. */
  readonly sequence: number;
  /** The record as the API returns it. */
  readonly data: Resource;
  /** Old values of the changed fields; in `data`, of the changed keys. null means that there was no value. */
  readonly previous: Resource;
};

type ChangedResource = {
  readonly changeId: string;
  readonly types: readonly string[];
  readonly sequence: number;
  readonly before: Resource | null;
  readonly after: Resource;
};

/** One event for each type that a stored change emits. Reading the same change again yields the same event ids. */
export const changeEvents = ({ changeId, types, sequence, before, after }: ChangedResource): ChangeEvent[] =>
  types.map((type) => ({
    id: eventId(changeId, type),
    type,
    created_at: createdAt(changeId),
    sequence,
    data: after,
    previous: before === null ? {} : previousValues(before, after),
  }));

const eventId = (changeId: string, type: string) =>
  v7({
    msecs: createdAtMilliseconds(changeId),
    random: createHash("sha256").update(changeId).update(type).digest().subarray(0, 16),
  });

const previousValues = (before: Resource, after: Resource): Resource =>
  Object.fromEntries(changedKeys(before, after).map((key) => [key, previousValue(key, before, after)]));

const previousValue = (key: string, before: Resource, after: Resource) => {
  // A firm may define the key "constructor", which every object inherits.
  const previous = Object.hasOwn(before, key) ? before[key] : null;
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
