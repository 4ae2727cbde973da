import {
  EVENT_TYPES,
  type EventType,
  eventNoun,
  TEST_EVENT,
} from "../../../shared/events/event-types.contract.ts";
import { EVENT_EXAMPLES, EVENT_ROWS } from "./examples/event-examples.ts";
import { SCHEMA_EXAMPLES } from "./examples/schema-examples.ts";
import { EVENT_RECORDS } from "./examples/shared-values.ts";
import { type JsonSchema, schemaRef } from "./json-schema.ts";

const WEBHOOK_HEADERS = [
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "intake-endpoint-id",
  "intake-request-id",
];

const EXAMPLE_HEADERS = ["intake-test"];

type SentEvent = EventType | typeof TEST_EVENT;

const SENT_EVENTS: readonly SentEvent[] = [...EVENT_TYPES, TEST_EVENT];

const TEST_PROSE = "A test of the endpoint, which is the event's `data`. The log of events does not have it.";

/** Returns the webhooks of the document, given its schema of any event. */
export const webhooks = (event: JsonSchema) =>
  Object.fromEntries(
    SENT_EVENTS.map((type) => [
      type,
      {
        post: {
          operationId: type.replace(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase()),
          tags: ["Webhooks"],
          summary: `The event ${type}`,
          description: isSubscribable(type) ? EVENT_ROWS[type].occasion : TEST_PROSE,
          security: [],
          parameters: headersOf(type).map((name) => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: {
            required: true,
            content: {
              "application/json": { schema: eventSchema(type, event), example: eventExample(type) },
            },
          },
          responses: {
            "2XX": { description: "Received." },
            "4XX": { description: "Any other status: the event is sent again later." },
          },
        },
      },
    ]),
  );

const isSubscribable = (type: SentEvent): type is EventType => type !== TEST_EVENT;

/** Only a type to which endpoints subscribe is sent as an example. */
const headersOf = (type: SentEvent) => [...WEBHOOK_HEADERS, ...(isSubscribable(type) ? EXAMPLE_HEADERS : [])];

const eventExample = (type: SentEvent) =>
  isSubscribable(type)
    ? EVENT_EXAMPLES[type]
    : { ...EVENT_EXAMPLES["lead.created"], type, data: SCHEMA_EXAMPLES.Webhook };

/** Returns the schema of `data` in the events of a type. */
export const recordOf = (type: SentEvent) =>
  schemaRef(isSubscribable(type) ? EVENT_RECORDS[eventNoun(type)].schema : "Webhook");

const TEST_FIELD = { const: true, description: "Present if the event is only a test." };

const eventSchema = (type: SentEvent, event: JsonSchema) => {
  const properties = {
    type: { const: type },
    data: recordOf(type),
    ...(isSubscribable(type) && { test: TEST_FIELD }),
  };
  const names = ownFieldNames(type);
  return {
    allOf: [
      schemaRef("Event"),
      { type: "object", properties },
      ...(names.length > 0 ? [requiredFields(names, event)] : []),
    ],
  };
};

/** Returns the names of the fields that only events of a type have. */
export const ownFieldNames = (type: SentEvent): readonly string[] =>
  isSubscribable(type) ? Object.keys(EVENT_ROWS[type].beside ?? {}) : [];

const requiredFields = (names: readonly string[], { properties = {} }: JsonSchema): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name))),
  required: [...names],
});
