import * as z from "zod";
import { parsePublishedEvent } from "../../../shared/events/published-event.rules.ts";
import type { Deployment } from "../deployment.ts";
import type { Hop, LetterContents, LetterEntry, OpenHop, StoredLetter } from "./dead-letter.ts";
import { invoker } from "./invoke.ts";
import { queueLetters } from "./stored-letters.ts";

const FAN_OUT = "WebhooksFanOutEvent";
const RUNBOOK = "fan-out-dead-letters";

const busEvent = z.looseObject({
  detail: z.looseObject({ data: z.looseObject({ id: z.string(), lead_id: z.string().nullish() }) }),
  resources: z.array(z.string()).default([]),
});
type BusEvent = z.output<typeof busEvent>;

const toEntry = (event: BusEvent): LetterEntry => {
  const { firmId, id, type } = parsePublishedEvent(event);
  const { data } = event.detail;
  const leadId = type.startsWith("lead.") ? data.id : (data.lead_id ?? null);
  return { firmId, leadId, subjectId: id, eventType: type };
};

/** Only the event's id counts: what is delivered is in the firm's log, where an erasure replaces it. */
const openEventHop = (
  deployment: Deployment,
  queuePath: string,
  read: (letter: StoredLetter) => { readonly event: BusEvent; readonly reason: string },
): OpenHop => {
  const fanOut = invoker(deployment, FAN_OUT);
  return {
    letters: () => queueLetters(deployment, queuePath),
    read: (letter): LetterContents => {
      const { event, reason } = read(letter);
      return { entries: [toEntry(event)], reason, replay: () => fanOut(event) };
    },
  };
};

/** Events with which the bus could not invoke the function. */
export const ruleDeadLetters: Hop = {
  name: "RuleDeadLetters",
  runbook: RUNBOOK,
  open: (deployment) =>
    openEventHop(deployment, "RuleDeadLetters", ({ body, attributes }) => ({
      event: busEvent.parse(JSON.parse(body)),
      reason: attributes.ERROR_CODE ?? "not invoked",
    })),
};

const failedInvocation = z.object({
  requestContext: z.object({ condition: z.string() }),
  requestPayload: busEvent,
  responsePayload: z.object({ errorType: z.string() }).nullish().catch(null),
});

/** Events with which the function failed. */
export const fanOutDeadLetters: Hop = {
  name: "FanOutDeadLetters",
  runbook: RUNBOOK,
  open: (deployment) =>
    openEventHop(deployment, "FanOutDeadLetters", ({ body }) => {
      const { requestContext, requestPayload, responsePayload } = failedInvocation.parse(JSON.parse(body));
      const error = responsePayload ? `: ${responsePayload.errorType}` : "";
      return { event: requestPayload, reason: requestContext.condition + error };
    }),
};
