import { appendEvents } from "../../shared/events/append-events.store.ts";
import { leadIdOf } from "../../shared/events/change-event.rules.ts";
import type { EventResource } from "../../shared/events/event.contract.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import type { Table } from "../../shared/table/table.ts";

export const newEvent = (changes: Partial<EventResource> = {}): EventResource => {
  const id = newRecordId(Date.now());
  return {
    id,
    type: "lead.created",
    created_at: new Date().toISOString(),
    sequence: 1,
    data: { id: newRecordId(Date.now()), first_name: "Dana Confidential" },
    previous: {},
    actor: { type: "api_key", id: newRecordId(Date.now()) },
    ...changes,
  };
};

/** Appends events to a firm's log directly. */
export const logEvents = async (
  table: Table,
  firm: FirmId,
  events: readonly EventResource[],
): Promise<void> => {
  const entries = events.map((event) => ({
    id: event.id,
    body: JSON.stringify(event),
    leadId: leadIdOf(event),
  }));
  await appendEvents(table, firm, entries, Date.now());
};
