import { AppError } from "../contract/app-error.ts";
import { LIMITS } from "../contract/schema/limits.ts";
import { parsePayload } from "../domain/payload.ts";
import type { HttpEvent, HttpMiddleware } from "./http-context.ts";

/**
 * Refuses an oversized body at once; whether it is JSON is judged with the rest of it, after the resource. What a
 * lead source delivers is kept whatever it is, and so is judged when that is done.
 */
export const readPayload = (): HttpMiddleware => ({
  before: ({ event, context }) => {
    const bytes = bodyBytes(event);
    const oversized = bytes.byteLength > LIMITS.bodyBytes;
    if (oversized && context.key?.kind !== "ingestion") {
      throw new AppError("payload_too_large", `The body may have at most ${LIMITS.bodyBytes} bytes.`);
    }
    context.payload = { ...(oversized ? { json: {} } : parsePayload(bytes)), bytes };
  },
});

const bodyBytes = ({ body = "", isBase64Encoded }: HttpEvent) =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
