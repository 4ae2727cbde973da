import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { getEventEndpoint } from "../../shared/events/event.contract.ts";
import { keptEventRecord, parseEventBody } from "../../shared/events/event-item.store.ts";

const getEvent = operation(getEventEndpoint, {
  reads: ({ firmId, params, nowMilliseconds }) => ({
    event: required("event", keptEventRecord(firmId, params.id, nowMilliseconds)),
  }),
  decide: ({ event }) => ({ answer: parseEventBody(event) }),
});

export const handler = endpoint(getEvent);
