import { AppError } from "../contract/app-error.ts";
import { LIMITS } from "../contract/schema/limits.ts";
import { NOT_UTF8, type Payload, parsePayload } from "../domain/payload.ts";
import { decodeBody } from "../domain/sources/decode-body.ts";
import type { HttpEvent, HttpMiddleware } from "./http-context.ts";

/**
 * Rejects an oversized body; whether the body is JSON is checked later, once the resource is known to exist. An
 * inbound delivery is accepted at any size here, because ingestion also stores the deliveries that it rejects; it may
 * be a form.
 */
export const readPayload = (): HttpMiddleware => ({
  before: ({ event, context }) => {
    const bytes = bodyBytes(event);
    const isOversized = bytes.byteLength > LIMITS.bodyBytes;
    const isDelivery = context.key?.kind === "ingestion";
    if (isOversized && !isDelivery) {
      throw new AppError("payload_too_large", `The body may have at most ${LIMITS.bodyBytes} bytes.`);
    }
    const decode = isDelivery ? decodeDelivery : parse;
    context.payload = { ...(isOversized ? { json: {} } : decode(event, bytes)), bytes };
  },
});

const bodyBytes = ({ body = "", isBase64Encoded }: HttpEvent) =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");

const decodeDelivery = ({ headers }: HttpEvent, bytes: Uint8Array): Payload =>
  decodeBody(bytes, headers["content-type"] ?? null);

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
