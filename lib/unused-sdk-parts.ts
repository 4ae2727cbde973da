// Replaces parts of the SDK in the bundles that its clients load and no call of the functions reaches.

const unused = (part: string) =>
  class {
    constructor() {
      throw new Error(`The bundles are without ${part} (lib/unused-sdk-parts.ts).`);
    }
  };

/** No operation of DynamoDB, SQS or EventBridge has an event stream. */
export const EventStreamSerde = unused("event streams");
export const eventStreamSerdeProvider = () => new EventStreamSerde();

/** The DynamoDB client makes one for endpoint discovery, which none of its commands does. */
export class EndpointCache {}
