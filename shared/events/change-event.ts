import { createHash } from "node:crypto";
import { v7 } from "uuid";
import { createdAt, createdAtMilliseconds } from "../domain/record-id.ts";

type Resource = Readonly<Record<string, unknown>>;

/** An event as subscribers get it. */
export type ChangeEvent = {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  /** The record's revision: orders what arrives out of order. */
  readonly sequence: number;
  /** The record as the API returns it. */
  readonly data: Resource;
  /** Old values of the fields that changed, of `data` those of the keys that did; null stands for none. */
  readonly previous: Resource;
};

type ChangedResource = {
  readonly changeId: string;
  readonly types: readonly string[];
  readonly sequence: number;
  readonly before: Resource | null;
  readonly after: Resource;
};

/** One event for each type that a stored change emits; ids are the same however often the change is read. */
export const changeEvents = ({ changeId, types, sequence, before, after }: ChangedResource): ChangeEvent[] =>
  types.map((type) => ({
    id: eventId(changeId, type),
    type,
    created_at: createdAt(changeId),
    sequence,
    data: after,
    previous: before === null ? {} : changedFrom(before, after),
  }));

const eventId = (changeId: string, type: string) =>
  v7({
    msecs: createdAtMilliseconds(changeId),
    random: createHash("sha256").update(changeId).update(type).digest().subarray(0, 16),
  });

const changedFrom = (before: Resource, after: Resource): Resource => {
  const changed = changedKeys(before, after).map((key) => [key, previousValue(key, before, after)]);
  return Object.fromEntries(changed);
};

const previousValue = (key: string, before: Resource, after: Resource) => {
  // "constructor" is a key that a firm may define, and one that every object inherits
  const old = Object.hasOwn(before, key) ? before[key] : null;
  const current = after[key];
  return key === "data" && isResource(old) && isResource(current) ? changedFrom(old, current) : old;
};

const changedKeys = (before: Resource, after: Resource) =>
  Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );

const isResource = (value: unknown): value is Resource => typeof value === "object" && value !== null;
