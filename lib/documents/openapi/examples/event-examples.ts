import type { EventRow } from "../../../../shared/api/event-rows.ts";
import { changeEvents } from "../../../../shared/events/change-event.rules.ts";
import type { EventResource } from "../../../../shared/events/event.contract.ts";
import {
  EVENT_TYPES,
  EVENTS,
  type EventType,
  eventNoun,
} from "../../../../shared/events/event-types.contract.ts";
import { recordFields } from "../../../../shared/schema/record-fields.ts";
import { CREATED_AT, EVENT_RECORDS, IDS } from "./shared-values.ts";

/** The row of each type of event. */
export const EVENT_ROWS: Readonly<Record<EventType, EventRow>> = EVENTS;

const BY_KEY = { type: "api_key", id: IDS.key } as const;

const eventOf = (type: EventType): EventResource[] => {
  const { sets, beside = {}, actor = BY_KEY } = EVENT_ROWS[type];
  const { example } = EVENT_RECORDS[eventNoun(type)];
  return changeEvents({
    changeId: IDS.event,
    actor,
    types: [type],
    sequence: sets ? 2 : 1,
    before: sets ? example : null,
    after: { ...example, ...sets },
    beside: { [type]: recordFields(beside).example() },
  }).map((event) => ({ ...event, id: IDS.event, created_at: CREATED_AT }));
};

/** An example of each type of event. */
export const EVENT_EXAMPLES = Object.fromEntries(
  EVENT_TYPES.flatMap((type) => eventOf(type).map((event) => [type, event])),
) as Readonly<Record<EventType, EventResource>>;
