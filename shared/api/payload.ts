import { AppError } from "../schema/app-error.ts";
import { NOT_UTF8, type Payload, parsePayload } from "../schema/json-text.ts";
import { LIMITS } from "../schema/limits.ts";
import { type EndpointDefinition, isOptions } from "./endpoint-definition.ts";
import type { HttpContext, HttpEvent, HttpMiddleware } from "./http-types.ts";

/** A GET's content has no meaning (RFC 9110 §9.3.1), so it is not read. */
const NO_BODY = { json: {}, bytes: new Uint8Array() };

/**
 * Rejects an oversized body. JSON is checked later, once the resource is known to exist. An inbound delivery stays
 * bytes of any size: ingestion decodes it, and also stores rejected deliveries.
 */
export const readPayload = ({ method }: EndpointDefinition): HttpMiddleware => ({
  before: ({ event, context }) => {
    if (!isOptions(event)) context.payload = method === "GET" ? NO_BODY : readBody(event, context);
  },
});

const readBody = (event: HttpEvent, { keyIdentity }: HttpContext): HttpContext["payload"] => {
  const bytes = bodyBytes(event);
  if (keyIdentity?.kind === "ingestion") return { json: {}, bytes };
  if (bytes.byteLength > LIMITS.bodyBytes)
    throw new AppError("payload_too_large", `The body may have at most ${LIMITS.bodyBytes} bytes.`);
  return { ...parse(event, bytes), bytes };
};

const bodyBytes = ({ body = "", isBase64Encoded }: HttpEvent) =>
  Buffer.from(body, isBase64Encoded ? "base64" : "utf8");

const parse = (event: HttpEvent, bytes: Uint8Array): Payload =>
  sentBytes(event, bytes) === bytes.byteLength ? parsePayload(bytes) : NOT_UTF8;

type SentBody = Pick<HttpEvent, "headers" | "isBase64Encoded">;

/**
 * Returns the size of a body as it was sent. It differs from that of the bytes where a gateway decoded them as text, and
 * replaced those that are not UTF-8 by U+FFFD, of three bytes.
 */
export const sentBytes = ({ headers, isBase64Encoded }: SentBody, bytes: Uint8Array): number => {
  const announced = Number(headers["content-length"] ?? bytes.byteLength);
  const isOther = !isBase64Encoded && Number.isInteger(announced) && announced !== bytes.byteLength;
  const isReplaced = isOther && Buffer.from(bytes).includes("\uFFFD");
  return isReplaced ? announced : bytes.byteLength;
};
