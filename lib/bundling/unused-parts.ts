// Replaces parts of packages in the bundles. The packages load these parts, but the functions never use them.

const unused = (part: string) =>
  class {
    constructor() {
      throw new Error(`The bundles are without ${part} (lib/bundling/unused-parts.ts).`);
    }
  };

/** No operation of DynamoDB, SQS or EventBridge has an event stream. */
export const EventStreamSerde = unused("event streams");
export const eventStreamSerdeProvider = () => new EventStreamSerde();

/** The DynamoDB client creates one for endpoint discovery, which none of its commands uses. */
export class EndpointCache {}

/** Middy tests for one when a handler streams its response, which no handler does. */
export const ReadableStream = unused("web streams");
