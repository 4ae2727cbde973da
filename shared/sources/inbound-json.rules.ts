import { codingProblem } from "../api/content-coding.ts";
import { MASK } from "../api/masked-secret.ts";
import { decodeBody, isUrlencodedForm } from "../mapping/decode-body.rules.ts";
import { isBlankInput, unwrapList } from "../mapping/value.rules.ts";
import { AppError } from "../schema/app-error.ts";
import { parsePath, type Step, scalarText, stepInto, valueAt, valueAtPath } from "../schema/json-path.ts";
import { canonicalText, invalidPayload, NOT_UTF8, type Payload, parseSentJson } from "../schema/json-text.ts";
import { LIMITS } from "../schema/limits.ts";
import { isBlank } from "../schema/text.ts";
import { shortHash } from "./delivery-hashes.rules.ts";
import type { InboundReceipt } from "./inbound-delivery.rules.ts";
import { requireAllowedOrigin, requireBodySecret, requireSignature } from "./proof-of-origin.rules.ts";
import { problemOf, rejection } from "./rejection-text.rules.ts";
import type { Condition, Source } from "./source.rules.ts";

/** A decoded body with the JSON in its texts, and the hash of the sent JSON. */
export type InboundBody = {
  readonly json: unknown;
  readonly bodyHash: string;
  /** True if its sender may have meant a space for a plus. */
  readonly isUrlencoded: boolean;
};

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
  return acceptedBody(decodeBody(body, contentType), source, isUrlencodedForm(body, contentType));
};

const unreadable = (message: string) => rejection([problemOf({ field: "body", message })]);

/** Decodes a body, even if the source does not accept it; null when it was too large to store, or cannot be decoded. */
export const decodedJson = (
  { body, bodyBytes, contentType }: Pick<InboundReceipt, "body" | "bodyBytes" | "contentType">,
  { jsonFields }: Pick<Source, "jsonFields">,
): unknown => {
  if (bodyBytes > LIMITS.deliveryBodyBytes) return null;
  const { json, problem } = decodeBody(body, contentType);
  if (problem !== undefined) return null;
  // A malformed text does not affect the others.
  expandJsonFields({ json }, jsonFields);
  return json;
};

/**
 * Returns a decoded body with the JSON in its texts, and with a mask for the source's secret.
 * @throws AppError `invalid_request` when one is malformed, or `invalid_signature` when it lacks the source's secret
 */
export const acceptedBody = (payload: Payload, source: Source, isUrlencoded = false): InboundBody => {
  // Before its texts are expanded, which depends on settings of the source.
  const bodyHash = shortHash(canonicalText(payload.json));
  const { json, problem } = expandJsonFields(payload, source.jsonFields);
  if (problem !== undefined) throw unreadable(problem);
  requireBodySecret(json, source);
  if (source.bodySecret !== null) replaceAt(json, source.bodySecret.path, MASK);
  return { json, bodyHash, isUrlencoded };
};

/**
 * Replaces each text at the paths with the JSON in it, in place and in the order of the paths: a path may lead into an
 * earlier one.
 */
export const expandJsonFields = (payload: Payload, paths: readonly string[]): Payload => {
  if (payload.problem !== undefined) return payload;
  for (const path of paths) {
    const problem = expandAt(payload.json, parsePath(path) ?? []);
    if (problem !== undefined) return invalidPayload(`${problem} in the field ${path}`);
  }
  return payload;
};

/** Replaces a value that the path leads to, so that no mapping shows it. */
const replaceAt = (json: unknown, path: string, value: string) => {
  const steps = parsePath(path) ?? [];
  const parent = valueAt(json, steps.slice(0, -1));
  const last = steps.at(-1);
  const entry = last === undefined ? null : stepInto(parent, last);
  if (entry !== null) Object.defineProperty(parent, entry.key, { value });
};

/**
 * Replaces one text.
 * @returns the problem if it is not JSON; blank text and other values stay unchanged
 */
const expandAt = (json: unknown, steps: readonly Step[]): string | undefined => {
  const parent = valueAt(json, steps.slice(0, -1));
  const last = steps.at(-1);
  const entry = last === undefined ? null : stepInto(parent, last);
  if (entry === null || typeof entry.value !== "string" || isBlank(entry.value)) return undefined;
  const { json: value, problem } = parseSentJson(entry.value);
  if (problem !== undefined) return problem;
  // An assignment to `__proto__` would change the prototype.
  Object.defineProperty(parent, entry.key, { value });
  return undefined;
};

/** Yields every text and number in JSON, with those of JSON within texts. */
export function* textsIn(json: unknown): Generator<string> {
  if (typeof json === "string") yield* textAndItsJson(json);
  else if (typeof json === "number") yield String(json);
  else if (typeof json === "object" && json !== null) {
    for (const value of Object.values(json)) yield* textsIn(value);
  }
}

function* textAndItsJson(text: string): Generator<string> {
  yield text;
  if (/^\s*[{[]/.test(text)) yield* textsIn(parseSentJson(text).json);
}

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

const allHold = (json: unknown, conditions: readonly Condition[]) =>
  conditions.every((condition) => holds(json, condition));

const holds = (json: unknown, { path, equals, in: list, present }: Condition): boolean => {
  const value = valueAtPath(json, path);
  if (present !== undefined) return isBlankInput(unwrapList(value)) !== present;
  const text = scalarText(value);
  return text !== null && (list ?? [equals]).some((each) => scalarText(each) === text);
};
