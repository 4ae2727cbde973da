import * as z from "zod";
import { parsePublishedEvent } from "../../../shared/events/published-event.rules.ts";
import type { LetterEntry } from "./dead-letter.ts";

const busEvent = z.looseObject({
  detail: z.looseObject({ data: z.looseObject({ id: z.string().nullish(), lead_id: z.string().nullish() }) }),
  resources: z.array(z.string()).default([]),
});
type BusEvent = z.output<typeof busEvent>;

/** Reads only the event's ids. The delivered data come from the firm's log, where an erasure replaces them. */
export const eventEntry = (event: BusEvent): LetterEntry => {
  const { firmId, id, type } = parsePublishedEvent(event);
  const { data } = event.detail;
  const leadId = (type.startsWith("lead.") ? data.id : data.lead_id) ?? null;
  return { firmId, leadId, subjectId: id, eventType: type };
};

/** An event for which the bus could not invoke the function. The message's attributes have the reason. */
export const uninvokedEvent = busEvent.transform((event) => ({ event, reason: null }));

/** An event on which the function failed. */
export const failedEvent = z
  .object({
    requestContext: z.object({ condition: z.string() }),
    requestPayload: busEvent,
    responsePayload: z.object({ errorType: z.string() }).nullish().catch(null),
  })
  .transform(({ requestContext, requestPayload: event, responsePayload }) => {
    const error = responsePayload ? `: ${responsePayload.errorType}` : "";
    return { event, reason: requestContext.condition + error };
  });
