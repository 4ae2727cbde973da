import * as z from "zod";
import { parsePublishedEvent } from "../../../shared/events/published-event.rules.ts";
import type { Deployment } from "../deployment.ts";
import type { LetterEntry, LetterReader, StoredLetter } from "./dead-letter.ts";
import { invoker } from "./invoke.ts";

const busEvent = z.looseObject({
  detail: z.looseObject({ data: z.looseObject({ id: z.string().nullish(), lead_id: z.string().nullish() }) }),
  resources: z.array(z.string()).default([]),
});
type BusEvent = z.output<typeof busEvent>;

const toEntry = (event: BusEvent): LetterEntry => {
  const { firmId, id, type } = parsePublishedEvent(event);
  const { data } = event.detail;
  const leadId = (type.startsWith("lead.") ? data.id : data.lead_id) ?? null;
  return { firmId, leadId, subjectId: id, eventType: type };
};

/** Reads an event for which the bus could not invoke the function. */
export const readUninvokedEvent = ({ body, attributes }: StoredLetter) => ({
  event: busEvent.parse(JSON.parse(body)),
  reason: attributes.ERROR_CODE ?? "not invoked",
});

const failedInvocation = z.object({
  requestContext: z.object({ condition: z.string() }),
  requestPayload: busEvent,
  responsePayload: z.object({ errorType: z.string() }).nullish().catch(null),
});

/** Reads an event on which the function failed. */
export const readFailedEvent = ({ body }: StoredLetter) => {
  const { requestContext, requestPayload, responsePayload } = failedInvocation.parse(JSON.parse(body));
  const error = responsePayload ? `: ${responsePayload.errorType}` : "";
  return { event: requestPayload, reason: requestContext.condition + error };
};

/** Reads only the event's id. The delivered data come from the firm's log, where an erasure replaces them. */
export const eventReader =
  (parse: typeof readUninvokedEvent | typeof readFailedEvent) =>
  (deployment: Deployment): LetterReader => {
    const fanOut = invoker(deployment, "WebhooksFanOutEvent");
    return (letter) => {
      const { event, reason } = parse(letter);
      return { entries: [toEntry(event)], reason, replay: () => fanOut(event) };
    };
  };
