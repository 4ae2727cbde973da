import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { listEventsEndpoint } from "../../shared/events/event.contract.ts";
import { eventsPage } from "../../shared/events/events-page.ts";

const listEvents = operation(listEventsEndpoint, {
  reads: (request) => ({ page: eventsPage(request) }),
  decide: ({ page }) => ({ answer: page }),
});

export const handler = endpoint(listEvents);
