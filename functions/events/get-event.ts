import { requireFound } from "../../shared/contract/app-error.ts";
import { getEvent } from "../../shared/contract/events.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { eventRecord, parseEventBody } from "../../shared/storage/events/event-item.ts";

const table = connectTable();

export const handler = endpoint(getEvent, table, async ({ firmId, params, nowMilliseconds }) => {
  const record = eventRecord(firmId, params.id, nowMilliseconds);
  return { body: parseEventBody(requireFound("event", await readRecord(table, record))) };
});
