import { AppError } from "./app-error.ts";
import type { HttpEvent, HttpMiddleware } from "./http-context.ts";
import { NOT_UTF8, type Payload, parsePayload } from "./payload.ts";
import { LIMITS } from "./schema/limits.ts";

/**
 * Rejects an oversized body; whether the body is JSON is checked later, once the resource is known to exist. An
 * inbound delivery stays bytes of any size: ingestion decodes it, and also stores the deliveries that it rejects.
 */
export const readPayload = (): HttpMiddleware => ({
  before: ({ event, context }) => {
    const bytes = bodyBytes(event);
    const isDelivery = context.keyIdentity?.kind === "ingestion";
    if (bytes.byteLength > LIMITS.bodyBytes && !isDelivery) {
      throw new AppError("payload_too_large", `The body may have at most ${LIMITS.bodyBytes} bytes.`);
    }
    context.payload = { ...(isDelivery ? { json: {} } : parse(event, bytes)), bytes };
  },
});

const bodyBytes = ({ body = "", isBase64Encoded }: HttpEvent) =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");

/**
 * A gateway that decodes a body as text replaces bytes that are not UTF-8 by U+FFFD: three bytes each, so that the
 * body's size is no longer the one that the sender announced.
 */
const parse = (event: HttpEvent, bytes: Uint8Array): Payload => {
  const announced = Number(event.headers["content-length"] ?? bytes.byteLength);
  const isReplaced =
    !event.isBase64Encoded && announced !== bytes.byteLength && event.body?.includes("\uFFFD");
  return isReplaced ? NOT_UTF8 : parsePayload(bytes);
};
