import { isUtf8 } from "node:buffer";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { MASK } from "../api/masked-secret.ts";
import { scalarText, valueAtPath } from "../schema/json-path.ts";
import { listInLine, rejection } from "./rejection-text.rules.ts";
import type { Source } from "./source.rules.ts";

type SignedBody = {
  readonly body: Uint8Array;
  readonly codedBody?: Uint8Array | undefined;
  readonly signature: string | null;
};

/**
 * Requires the sender's HMAC of the body as it was sent (RFC 2104), after its prefix and any white space. Hexadecimal
 * digits have no case.
 * @throws AppError `invalid_signature`
 */
export const requireSignature = (
  { body, codedBody = body, signature: sent }: SignedBody,
  { signature }: Pick<Source, "signature">,
): void => {
  if (signature === null) return;
  const { header, algorithm, encoding, prefix, secret } = signature;
  const place = listInLine("Looked at the header ", [header]);
  if (sent === null) throw unproven(header, "No signature found.", place);
  const folded = (text: string) => (encoding === "hex" ? text.toLowerCase() : text);
  const [start, text] = [folded(prefix), folded(sent)];
  const expected = createHmac(algorithm, secret).update(codedBody).digest(encoding);
  const isValid = text.startsWith(start) && equalsSecret(text.slice(start.length).trim(), expected);
  if (!isValid)
    throw unproven(header, "The signature is not that of the body with the source's secret.", place);
};

/**
 * Requires the secret that the source's sender includes in its posts.
 * @throws AppError `invalid_signature`
 */
export const requireBodySecret = (json: unknown, { bodySecret }: Pick<Source, "bodySecret">): void => {
  if (bodySecret === null) return;
  const { path, value } = bodySecret;
  const sent = scalarText(valueAtPath(json, path));
  const place = listInLine("Looked at ", [path]);
  if (sent === null) throw unproven(path, "No secret of the source found.", place);
  if (!equalsSecret(sent, value)) throw unproven(path, "The secret is not that of the source.", place);
};

/**
 * Returns a body that may be shown: without its sender's secret, in any of the forms in which JSON, an address or a form
 * writes it, also one within another. Never longer than the body, so that a page of bodies keeps its limit. Null for bytes
 * in which the secret could not be found: other text than UTF-8.
 */
export const withoutBodySecret = (
  body: Uint8Array,
  bodySecret: Pick<NonNullable<Source["bodySecret"]>, "value"> | null,
): Uint8Array | null => {
  if (bodySecret === null) return body;
  if (!isUtf8(body) || body.includes(0)) return null;
  const secret = plainForm(bytesOf(bodySecret.value)).plain;
  if (secret === "") return null;
  const bytes = Buffer.from(body).toString("latin1");
  const { plain, starts, ends } = plainForm(bytes);
  const mask = MASK.slice(0, secret.length);
  const parts: string[] = [];
  let shownTo = 0;
  for (let at = plain.indexOf(secret); at >= 0; at = plain.indexOf(secret, at + secret.length)) {
    parts.push(bytes.slice(shownTo, starts[at]), mask);
    shownTo = ends[at + secret.length - 1] ?? bytes.length;
  }
  return Buffer.from([...parts, bytes.slice(shownTo)].join(""), "latin1");
};

/** Returns the bytes of a text in UTF-8, each as a character. */
const bytesOf = (text: string) => Buffer.from(text).toString("latin1");

/** A character's escape in JSON, of one or two units; the escape of a byte; and a backslash, which escapes what follows. */
const ESCAPE = /(?:\\|%5c)(u[\da-f]{4}(?:(?:\\|%5c){1,8}u[\da-f]{4})?)|%([\da-f]{2})|\\/gi;

/** The letters that stand for white space after a backslash. */
const LETTERS: Readonly<Record<string, string>> = {
  "\n": "n",
  "\r": "r",
  "\t": "t",
  "\b": "b",
  "\f": "f",
  "+": " ",
};

/** Bytes without escapes and backslashes, in small letters, and where each begins and ends in the bytes as written. */
type PlainForm = {
  readonly plain: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** Takes time in proportion to the number of bytes. */
const plainForm = (bytes: string): PlainForm => {
  const characters: string[] = [];
  const [starts, ends]: [number[], number[]] = [[], []];
  const add = (part: string, start: number, end: number) => {
    for (const character of part) {
      if (character === "\\") continue;
      characters.push(LETTERS[character] ?? character.toLowerCase());
      starts.push(start);
      ends.push(end);
    }
  };
  const addAsWritten = (from: number, to: number) => {
    for (let at = from; at < to; at++) add(bytes.charAt(at), at, at + 1);
  };
  let end = 0;
  for (const match of bytes.matchAll(ESCAPE)) {
    const [written, units, byte] = match;
    addAsWritten(end, match.index);
    end = match.index + written.length;
    if (units !== undefined) add(bytesOf(unitsIn(units)), match.index, end);
    if (byte !== undefined) add(String.fromCharCode(Number.parseInt(byte, 16)), match.index, end);
  }
  addAsWritten(end, bytes.length);
  return { plain: characters.join(""), starts, ends };
};

const unitsIn = (escaped: string) =>
  String.fromCharCode(
    ...[...escaped.matchAll(/u([\da-f]{4})/gi)].map(([, unit = ""]) => Number.parseInt(unit, 16)),
  );

/**
 * Requires that the source allows the origin of a page that posts a delivery. A source without origins allows any.
 * @throws AppError `origin_not_allowed`
 */
export const requireAllowedOrigin = (
  { origin }: { readonly origin: string | null },
  { allowedOrigins }: Pick<Source, "allowedOrigins">,
): void => {
  if (origin === null || allowedOrigins.length === 0 || allowedOrigins.includes(origin)) return;
  const sentence = "The source does not allow forms on pages of this origin.";
  throw rejection([{ field: "Origin", sentence, places: [] }], "origin_not_allowed");
};

const unproven = (field: string, sentence: string, place: string) =>
  rejection([{ field, sentence, places: [place] }], "invalid_signature");

/** Takes the same time wherever the texts differ. */
const equalsSecret = (text: string, secret: string) => timingSafeEqual(digest(text), digest(secret));

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Headers by names in lower case. */
type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Returns the origin of the page that sent a request with its key in the address, or null. A key in a header means that
 * no form sent it, since forms cannot set headers.
 */
export const pageOrigin = ({ authorization = "", origin }: Headers): string | null =>
  authorization.trim() === "" ? (origin ?? null) : null;
