import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { codingProblem } from "../api/content-coding.ts";
import { MASK } from "../api/masked-secret.ts";
import { type Body, readBody } from "../mapping/read-body.rules.ts";
import { AppError } from "../schema/app-error.ts";
import { parsePath, scalarText, valueAtPath, withValueAt } from "../schema/json-path.ts";
import { canonicalText, NOT_UTF8 } from "../schema/json-text.ts";
import { LIMITS } from "../schema/limits.ts";
import { listInLine, problemOf, rejection } from "../schema/rejection.ts";
import { allHold } from "../settings/condition.rules.ts";
import { shortHash } from "./deduplication.rules.ts";
import type { InboundReceipt } from "./inbound-delivery.rules.ts";
import type { Source } from "./source.rules.ts";

/** A decoded body with the JSON in its texts, and the hash of the sent JSON. */
export type InboundBody = Pick<Body, "json" | "isUrlencoded"> & { readonly bodyHash: string };

/**
 * Checks the origin of a body, then decodes it. Replays may exceed the request limit if the whole body was stored.
 * @throws AppError `origin_not_allowed`, `payload_too_large`, `invalid_signature` or `invalid_request`
 */
export const receivedBody = (receipt: InboundReceipt, source: Source): InboundBody => {
  const { body, bodyBytes, contentType, contentEncoding, replayOf } = receipt;
  requireAllowedOrigin(receipt, source);
  const maximum = replayOf === null ? LIMITS.bodyBytes : LIMITS.deliveryBodyBytes;
  if (bodyBytes > maximum)
    throw new AppError("payload_too_large", `The body may have at most ${maximum} bytes.`);
  if (contentEncoding !== undefined) throw unreadable(codingProblem(contentEncoding));
  if (bodyBytes !== body.byteLength) throw unreadable(NOT_UTF8.problem);
  requireSignature(receipt, source);
  return acceptedBody(readBody({ bytes: body, contentType }, source.jsonFields), source);
};

const unreadable = (message: string) => rejection([problemOf({ field: "body", message })]);

/** Returns the JSON of a body, even if the source does not accept it; undefined if it was too large to store, or cannot be decoded. */
export const storedJson = (
  { body, bodyBytes, contentType }: Pick<InboundReceipt, "body" | "bodyBytes" | "contentType">,
  { jsonFields }: Pick<Source, "jsonFields">,
): unknown =>
  bodyBytes > LIMITS.deliveryBodyBytes ? undefined : readBody({ bytes: body, contentType }, jsonFields).json;

/**
 * Returns a body with a mask for the source's secret.
 * @throws AppError `invalid_request` when it is malformed, or `invalid_signature` when it lacks the source's secret
 */
export const acceptedBody = ({ sent, json, problem, isUrlencoded }: Body, source: Source): InboundBody => {
  if (problem !== undefined) throw unreadable(problem);
  requireBodySecret(json, source);
  const { bodySecret } = source;
  return {
    json: bodySecret === null ? json : withValueAt(json, parsePath(bodySecret.path) ?? [], MASK),
    // Of the JSON as it was sent: the rest depends on settings of the source.
    bodyHash: shortHash(canonicalText(sent)),
    isUrlencoded,
  };
};

/**
 * Returns the outcome of inbound JSON by the conditions of its source: `ignored` if it is not accepted, `test` if it is
 * a test, null if it is to become a lead. Acceptance comes first.
 */
export const conditionOutcome = (
  json: unknown,
  { acceptWhen, testWhen }: Pick<Source, "acceptWhen" | "testWhen">,
): "ignored" | "test" | null => {
  if (!allHold(json, acceptWhen)) return "ignored";
  return testWhen.length > 0 && allHold(json, testWhen) ? "test" : null;
};

/**
 * Requires the sender's HMAC of the body as it was sent (RFC 2104), after its prefix and any white space. Hexadecimal
 * digits have no case.
 * @throws AppError `invalid_signature`
 */
export const requireSignature = (
  { body, codedBody = body, signature: sent }: InboundReceipt,
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
