import { changeEvents } from "../../../../shared/events/change-event.rules.ts";
import type { EventResource } from "../../../../shared/events/event.contract.ts";
import type { EventType } from "../../../../shared/events/event-types.contract.ts";
import { CREATED_AT, EVENT_RECORDS, eventNoun, IDS, LEAD } from "./shared-values.ts";

type Change = {
  /** The fields that the change sets; undefined for a new record. */
  readonly to?: object;
  /** The fields of the type's events beside `data`. */
  readonly beside?: Partial<EventResource>;
  readonly actor?: EventResource["actor"];
};

const LATER = { last_activity_at: "2026-11-02T15:20:00.000Z" };

const SYSTEM = { type: "system", id: null } as const;

const { id, first_name, last_name, email, phone } = LEAD;

const CHANGES: Readonly<Record<EventType, Change>> = {
  "lead.created": {},
  "lead.archived": { to: { archived: true } },
  "lead.merged": { to: { assignee_id: IDS.member, ...LATER }, beside: { merged_from: IDS.otherLead } },
  "lead.status_changed": { to: { status: { key: "contacted", name: "Contacted" }, ...LATER } },
  "lead.assigned": { to: { assignee_id: IDS.member, ...LATER } },
  "lead.updated": { to: { phone: "+12125550142", ...LATER } },
  "lead.duplicate_found": { beside: { duplicates: [{ lead_id: IDS.otherLead, matches: ["phone"] }] } },
  "consultation.booked": {},
  "consultation.rescheduled": { to: { status: "rescheduled", start_at: "2026-11-10T15:00:00.000Z" } },
  "consultation.canceled": { to: { status: "canceled" } },
  "consultation.completed": { to: { status: "completed", outcome: "Retained" } },
  "consultation.no_show": { to: { status: "no-show" } },
  "consultation.updated": { to: { paid: true } },
  "consultation.archived": { to: { archived: true } },
  "consultation.reminder_due": {
    to: {},
    beside: { minutes_before: 1_440, lead: { id, first_name, last_name, email, phone } },
    actor: SYSTEM,
  },
  "consultation.busy_overlap": {
    to: {},
    beside: {
      busy: { calendar: "court", start_at: "2026-11-09T15:00:00.000Z", end_at: "2026-11-09T17:30:00.000Z" },
    },
  },
  "calendar.stale": { to: {}, actor: SYSTEM },
};

const eventOf = (type: EventType, { to, beside, actor }: Change): EventResource[] => {
  const record = EVENT_RECORDS[eventNoun(type)];
  return changeEvents({
    changeId: IDS.event,
    actor: actor ?? { type: "api_key", id: IDS.key },
    types: [type],
    sequence: to ? 2 : 1,
    before: to ? record : null,
    after: { ...record, ...to },
    beside: { [type]: beside },
  }).map((event) => ({ ...event, id: IDS.event, created_at: CREATED_AT }));
};

/** An example of each type of event. */
export const EVENT_EXAMPLES = Object.fromEntries(
  Object.entries(CHANGES).flatMap(([type, change]) =>
    eventOf(type as EventType, change).map((event) => [type, event]),
  ),
) as Readonly<Record<EventType, EventResource>>;
