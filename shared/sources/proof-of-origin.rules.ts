import { isUtf8 } from "node:buffer";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { MASK } from "../api/masked-secret.ts";
import type { InboundReceipt } from "./inbound-delivery.rules.ts";
import { scalarText, valueAtPath } from "./json-path.rules.ts";
import { listInLine, rejection } from "./rejection-text.rules.ts";
import type { Source } from "./source.rules.ts";

/**
 * Requires the sender's HMAC of the body (RFC 2104), after its prefix and any white space. Hexadecimal digits have no
 * case.
 * @throws AppError `invalid_signature`
 */
export const requireSignature = (
  { body, signature: sent }: InboundReceipt,
  { signature }: Pick<Source, "signature">,
): void => {
  if (signature === null) return;
  const { header, algorithm, encoding, prefix, secret } = signature;
  const place = listInLine("Looked at the header ", [header]);
  if (sent === null) throw unproven(header, "No signature found.", place);
  const folded = (text: string) => (encoding === "hex" ? text.toLowerCase() : text);
  const [start, text] = [folded(prefix), folded(sent)];
  const expected = createHmac(algorithm, secret).update(body).digest(encoding);
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
 * Returns a body that may be shown: without its sender's secret. Null for bytes that are not UTF-8, in which the secret
 * could not be found.
 */
export const withoutBodySecret = (
  body: Uint8Array,
  bodySecret: Pick<NonNullable<Source["bodySecret"]>, "value"> | null,
): Uint8Array | null => {
  if (bodySecret === null) return body;
  const text = Buffer.from(body).toString();
  return isUtf8(body) ? Buffer.from(text.replaceAll(formsOf(bodySecret.value), MASK)) : null;
};

/** Returns a pattern of a text, with the forms of each character in JSON, an address or a form. */
const formsOf = (text: string) => new RegExp([...text].map(formsOfCharacter).join(""), "gi");

const formsOfCharacter = (character: string): string => {
  const units = character.split("").map((unit) => unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, "0"));
  const forms = [
    JSON.stringify(character).slice(1, -1),
    units.map((unit) => `\\u${unit}`).join(""),
    bytes.map((byte) => `%${byte}`).join(""),
    `\\${character}`,
    character === " " ? "+" : character,
    character,
  ];
  return `(?:${forms.map((form) => form.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|")})`;
};

/**
 * Requires that the source allows the origin of a page that posts a delivery. A source without origins allows any.
 * @throws AppError `origin_not_allowed`
 */
export const requireAllowedOrigin = (
  { origin }: InboundReceipt,
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
