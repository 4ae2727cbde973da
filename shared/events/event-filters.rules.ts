import { isUuid } from "../runtime/record-id.ts";
import { recordIdOf } from "./change-event.rules.ts";
import type { EventQuery, EventResource } from "./event.contract.ts";

/** Filters of a list of events; undefined means no filter. */
export type EventFilters = {
  readonly type?: string | undefined;
  /** The lead whose history is wanted. */
  readonly leadId?: string | undefined;
  readonly recordId?: string | undefined;
  readonly actorId?: string | undefined;
};

/** Returns the filters in a query string, without blank ones. */
export const eventFilters = ({
  type,
  lead,
  record,
  actor,
}: Pick<EventQuery, "type" | "lead" | "record" | "actor">): EventFilters => ({
  type,
  leadId: idIn(lead),
  recordId: idIn(record),
  actorId: idIn(actor),
});

const idIn = (text: string | undefined) => text?.trim().toLowerCase() || undefined;

/** Returns false when no event can match, so that none needs to be read. */
export const canMatchEvents = ({ leadId, recordId, actorId }: EventFilters): boolean =>
  [leadId, recordId, actorId].every((id) => id === undefined || isUuid(id));

/** Applies the filters but for the lead: an event of a merged lead does not name the one that remains. */
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
