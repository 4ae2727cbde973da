// Replaces parts of packages in the bundles that the packages load and the functions never use.

const unused = (part: string) =>
  class {
    constructor() {
      throw new Error(`The bundles are without ${part} (lib/bundling/unused-parts.ts).`);
    }
  };

/** No operation of DynamoDB, SQS or EventBridge has an event stream. */
export const EventStreamSerde = unused("event streams");
export const eventStreamSerdeProvider = () => new EventStreamSerde();

/** The DynamoDB client makes one for endpoint discovery, which none of its commands does. */
export class EndpointCache {}

/** Middy asks whether a body is one when a handler streams its response, which none does. */
export const ReadableStream = unused("web streams");
