import { createHash } from "node:crypto";
import { v7 } from "uuid";
import { ownProperty } from "../runtime/maps.ts";
import { createdAt, createdAtMilliseconds } from "../runtime/record-id.ts";
import type { EventResource } from "./event.contract.ts";

type Resource = Readonly<Record<string, unknown>>;

type ChangedResource = {
  readonly changeId: string;
  readonly actor: EventResource["actor"];
  readonly types: readonly string[];
  readonly sequence: number;
  readonly before: Resource | null;
  readonly after: Resource;
};

/** One event for each type that a stored change emits. Reading the same change again yields the same event ids. */
export const changeEvents = ({
  changeId,
  actor,
  types,
  sequence,
  before,
  after,
}: ChangedResource): EventResource[] =>
  types.map((type) => ({
    id: eventId(changeId, type),
    type,
    created_at: createdAt(changeId),
    sequence,
    data: after,
    previous: before === null ? {} : previousValues(before, after),
    actor,
  }));

/** The id of the event of one type that a change emits. */
export const eventId = (changeId: string, type: string) =>
  v7({
    msecs: createdAtMilliseconds(changeId),
    random: createHash("sha256").update(changeId).update(type).digest().subarray(0, 16),
  });

const previousValues = (before: Resource, after: Resource): Resource =>
  Object.fromEntries(changedKeys(before, after).map((key) => [key, previousValue(key, before, after)]));

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
