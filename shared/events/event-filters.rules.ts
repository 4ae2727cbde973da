import { isUuid } from "../runtime/record-id.ts";
import { recordIdOf } from "./change-event.rules.ts";
import type { EventQuery, EventResource } from "./event.contract.ts";

/** Filters of a list of events; undefined means no filter. */
export type EventFilters = {
  readonly type?: string | undefined;
  readonly recordId?: string | undefined;
  readonly actorId?: string | undefined;
};

/** Returns the filters in a query string, without blank ones. */
export const eventFilters = ({
  type,
  record,
  actor,
}: Pick<EventQuery, "type" | "record" | "actor">): EventFilters => ({
  type,
  recordId: record?.trim().toLowerCase() || undefined,
  actorId: actor?.trim().toLowerCase() || undefined,
});

/** Returns false when no event can match, so that none needs to be read. */
export const canMatchEvents = ({ recordId, actorId }: EventFilters): boolean =>
  [recordId, actorId].every((id) => id === undefined || isUuid(id));

export const matchesEvent = (
  { type, data, actor }: EventResource,
  { type: wantedType, recordId, actorId }: EventFilters,
): boolean => {
  const conditions = [
    [type, wantedType],
    [recordIdOf(data), recordId],
    [actor.id, actorId],
  ];
  return conditions.every(([actual, expected]) => expected === undefined || actual === expected);
};
