import { requireFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { getEventEndpoint } from "../../shared/events/event.contract.ts";
import { eventRecord, parseEventBody } from "../../shared/events/event-item.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(
  getEventEndpoint,
  table,
  async ({ firmId, params, nowMilliseconds }) => {
    const record = eventRecord(firmId, params.id, nowMilliseconds);
    return { body: parseEventBody(requireFound("event", await readRecord(table, record))) };
  },
);
