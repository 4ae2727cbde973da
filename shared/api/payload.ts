import canonicalize from "canonicalize";
import { AppError } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import { type EndpointDefinition, isOptions } from "./endpoint-definition.ts";
import type { HttpContext, HttpEvent, HttpMiddleware } from "./http-handler.ts";

/** The characters of the bytes 0x80 to 0x9F in windows-1252, which Node 20 decodes as ISO-8859-1. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Decodes bytes in a character set, without the byte order mark; null for bytes that are not text in it. */
export const decodeText = (bytes: Uint8Array, charset = "utf-8"): string | null => {
  try {
    const text = new TextDecoder(charset, { fatal: true }).decode(bytes);
    return charset === "windows-1252"
      ? text.replace(/[\x80-\x9f]/g, (character) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80))
      : text;
  } catch {
    return null;
  }
};

/** A decoded body, or the reason why it cannot be used. */
export type Payload = { readonly json: unknown; readonly problem?: string };

const NESTING_MAXIMUM = 64;

export const parsePayload = (bytes: Uint8Array, charset = "utf-8"): Payload => {
  const text = decodeText(bytes, charset);
  return text === null ? notText(charset) : parseJson(text);
};

/** Parses JSON. Blank text counts as an empty object. */
export const parseJson = (text: string): Payload => {
  if (text.trim() === "") return { json: {} };
  try {
    const json: unknown = JSON.parse(text);
    return isDeeperThan(json, NESTING_MAXIMUM)
      ? invalidPayload(`must not be nested deeper than ${NESTING_MAXIMUM} levels`)
      : { json };
  } catch {
    return invalidPayload("must be well-formed JSON");
  }
};

export const invalidPayload = (problem: string) => ({ json: {}, problem }) satisfies Payload;

export const notText = (charset: string) => invalidPayload(`must be text in ${charset.toUpperCase()}`);

export const NOT_UTF8 = notText("utf-8");

const isDeeperThan = (value: unknown, levels: number): boolean => {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
};

/**
 * Formats JSON by RFC 8785, so that key order and white space make no difference. `JSON.stringify` first turns a number
 * that overflowed, such as 1e999, into null, because RFC 8785 cannot represent it.
 */
export const canonicalText = (json: unknown): string => canonicalize(JSON.parse(JSON.stringify(json))) ?? "";

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
