import { activityFields } from "../activities/activity-fields.contract.ts";
import { consultationFields } from "../consultations/consultation-fields.contract.ts";
import { leadFields } from "../leads/lead-fields.contract.ts";
import { remindedLead } from "./change-event.rules.ts";
import type { EventResource } from "./event.contract.ts";
import { type EventNoun, eventNoun } from "./event-types.contract.ts";

/** Returns the personal fields of the record in the events of each noun, as an erasure leaves them. */
const ERASED_FIELDS: Readonly<Record<EventNoun, () => object>> = {
  lead: () => leadFields.erased().shown,
  consultation: () => consultationFields.erased().shown,
  calendar: () => ({}),
  delivery: () => ({}),
};

type Options = { readonly leadIds: readonly string[]; readonly sourceKeys: ReadonlySet<string> };

/** Returns the event without the personal data of the leads; null when it has none, or is about another lead. */
export const erasedEvent = (event: EventResource, { leadIds, sourceKeys }: Options): EventResource | null => {
  const { data } = event;
  if (![data.id, data.lead_id].some((id) => leadIds.includes(String(id)))) return null;
  const erased = {
    ...event,
    data: {
      ...data,
      ...ERASED_FIELDS[eventNoun(event.type)](),
      ...(sourceKeys.has(String(data.source)) && { source: data.source }),
    },
    previous: {},
    ...(event.activity && { activity: { ...event.activity, ...activityFields.erased().shown } }),
    ...(event.lead && { lead: remindedLead(event.lead.id, null) }),
  };
  return JSON.stringify(erased) === JSON.stringify(event) ? null : erased;
};
