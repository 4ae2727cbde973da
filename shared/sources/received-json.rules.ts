import { AppError, invalidRequest } from "../api/app-error.ts";
import type { Payload } from "../api/payload.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { decodeBody } from "./decode-body.rules.ts";
import type { InboundReceipt } from "./inbound-delivery.rules.ts";
import { expandJsonFields } from "./json-fields.rules.ts";
import { requireAllowedOrigin, requireBodySecret, requireSignature } from "./proof-of-origin.rules.ts";
import type { Source } from "./source.rules.ts";

/**
 * Checks where a body comes from, then decodes it. Replays may exceed the request limit if the body was stored whole.
 * @throws AppError `origin_not_allowed`, `payload_too_large`, `invalid_signature` or `invalid_request`
 */
export const receivedJson = (receipt: InboundReceipt, source: Source): unknown => {
  const { body, bodyBytes, contentType, replayOf } = receipt;
  requireAllowedOrigin(receipt, source);
  const maximum = replayOf === null ? LIMITS.bodyBytes : LIMITS.deliveryBodyBytes;
  if (bodyBytes > maximum)
    throw new AppError("payload_too_large", `The body may have at most ${maximum} bytes.`);
  requireSignature(receipt, source);
  return acceptedJson(decodeBody(body, contentType), source);
};

/** What a body says, whether or not the source accepts it; null when it cannot be decoded. */
export const decodedJson = (
  { body, contentType }: Pick<InboundReceipt, "body" | "contentType">,
  { jsonFields }: Pick<Source, "jsonFields">,
): unknown => {
  const { json, problem } = decodeBody(body, contentType);
  if (problem !== undefined) return null;
  // The other texts count even if one of these is malformed.
  expandJsonFields({ json }, jsonFields);
  return json;
};

/**
 * A decoded body with the JSON that its texts hold.
 * @throws AppError `invalid_request` when one is malformed, or `invalid_signature` when it lacks the source's secret
 */
export const acceptedJson = (payload: Payload, source: Source): unknown => {
  const { json, problem } = expandJsonFields(payload, source.jsonFields);
  if (problem !== undefined) throw invalidRequest([{ field: "body", message: problem }]);
  requireBodySecret(json, source);
  return json;
};
