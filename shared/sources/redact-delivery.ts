import type { HttpMiddleware } from "../api/http-context.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { decodeBody } from "./decode-body.rules.ts";

/**
 * Lets the log of an error leave out what an inbound delivery holds. Only an endpoint that ingests needs it: it is the
 * only one that decodes bodies other than JSON. A body that is too large for ingestion is not decoded either.
 */
export const redactDelivery = (): HttpMiddleware => ({
  before: ({ event, context }) => {
    context.deliveryJson = () => {
      if (context.payload === undefined || context.payload.bytes.byteLength > LIMITS.bodyBytes)
        return undefined;
      return decodeBody(context.payload.bytes, event.headers["content-type"] ?? null).json;
    };
  },
});
