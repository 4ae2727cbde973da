import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { ownProperty } from "../runtime/collections.ts";
import { LIMITS } from "../schema/limits.ts";

/** A body without the codings of its `Content-Encoding` (RFC 9110 §8.4). */
export type Content = {
  /** At most one byte more than a delivery stores. */
  readonly body: Uint8Array;
  /** The body as it was sent, if it had codings. A signature is of these bytes. */
  readonly codedBody?: Uint8Array;
  /** The codings that `body` still has, because they are unknown, or it is not what they say. */
  readonly contentEncoding?: string;
};

/** Many senders call the bytes without zlib's header so, too. Such a header is divisible by 31 (RFC 1950 §2.2). */
const createInflateOf = ([first = 0, second = 0]: Uint8Array) =>
  first % 16 === 8 && (first * 256 + second) % 31 === 0 ? createInflate() : createInflateRaw();

const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  deflate: createInflateOf,
  br: () => createBrotliDecompress(),
};

const CODINGS_MAXIMUM = 2;

/** Returns the codings in a header, in the order in which the sender applied them. */
const codingsIn = (header: string): string[] =>
  header
    .slice(0, LIMITS.deliveryHeaderCharacters)
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");

const isKnown = (coding: string) => ownProperty(DECODERS, coding) !== undefined;

/** Decodes a body, as far as a delivery stores it: a small body may expand to gigabytes. */
export const decodeContent = async (sent: Uint8Array, header: string | undefined): Promise<Content> => {
  const codings = codingsIn(header ?? "");
  if (codings.length === 0 || sent.byteLength === 0) return { body: sent };
  const contentEncoding = codings.join(", ");
  if (codings.length > CODINGS_MAXIMUM || !codings.every(isKnown)) return { body: sent, contentEncoding };
  try {
    let body = sent;
    for (const coding of codings.toReversed()) body = await decoded(body, coding);
    return { body, codedBody: sent };
  } catch {
    return { body: sent, contentEncoding };
  }
};

/** @throws Error if the bytes have another coding, or end too early */
const decoded = async (bytes: Uint8Array, coding: string): Promise<Uint8Array> => {
  const stream = DECODERS[coding]?.(bytes).end(bytes);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > LIMITS.deliveryBodyBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, LIMITS.deliveryBodyBytes + 1);
};

/** A coding's name in a message; anything else is the sender's text. */
const NAME = /^[a-z0-9.+_-]{1,20}$/;

/** Says why a body still has codings. */
export const codingProblem = (contentEncoding: string): string => {
  const codings = codingsIn(contentEncoding);
  const unknown = codings.find((coding) => !isKnown(coding));
  if (unknown !== undefined)
    return `has ${NAME.test(unknown) ? `the Content-Encoding ${unknown}` : "an unknown Content-Encoding"}: send gzip, deflate, br or none`;
  return codings.length > CODINGS_MAXIMUM
    ? `must have at most ${CODINGS_MAXIMUM} codings, not ${codings.length}`
    : `is not ${codings.join(", ")} as its Content-Encoding says, or is incomplete`;
};
