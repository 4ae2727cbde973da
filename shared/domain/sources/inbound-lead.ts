import { createHash } from "node:crypto";
import { AppError, invalidRequest } from "../../contract/app-error.ts";
import { type LeadChanges, leadChangesBody, type NewLead, newLeadBody } from "../../contract/leads.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import { firstPerField, toViolations, type Violation } from "../../contract/schema/violations.ts";
import { dataChange, dataSizeViolations, dataValueViolations } from "../firm/custom-data.ts";
import type { FirmSettings } from "../firm/firm.ts";
import type { Payload } from "../payload.ts";
import { decodeBody } from "./decode-body.ts";
import type { InboundReceipt } from "./inbound-delivery.ts";
import { expandJsonFields } from "./json-fields.ts";
import { requireAllowedOrigin, requireBodySecret, requireSignature } from "./proof-of-origin.ts";
import type { Source } from "./source.ts";
import { mapLead } from "./source-mapping.ts";

/** A valid delivery: its changes to an existing lead, and the new lead or what is missing to create one. */
export type InboundLead = {
  readonly externalId: string | null;
  readonly changes: LeadChanges;
  readonly newLead: NewLead | { readonly missing: readonly Violation[] };
  /** Equal for two deliveries exactly when all their mapped fields are equal. */
  readonly fieldsHash: string;
};

type Context = {
  readonly source: Source;
  readonly settings: FirmSettings;
  readonly assigneeId: string | null;
};

/** @throws AppError `invalid_request` that lists every invalid field */
export const inboundLead = (json: unknown, { source, settings, assigneeId }: Context): InboundLead => {
  const { mapped, fallbacks, violations } = mapLead(json, source.mapping, settings.leadFields);
  const { fields, data, externalId } = mapped;
  const changes = leadChangesBody().safeParse(fields);
  const allData = { ...fallbacks.data, ...data };
  const creation = newLeadBody().safeParse({
    ...fallbacks.fields,
    ...fields,
    source: source.key,
    assignee_id: assigneeId,
    data: allData,
  });
  const missing = creation.error ? toViolations(creation.error, "body") : [];
  const invalid = [...violations, ...dataValueViolations(allData, settings.leadFields)];
  // Invalid before missing: a field is reported once, by its first violation.
  if (invalid.length > 0 || !changes.success) throw invalidRequest(firstPerField([...invalid, ...missing]));
  const { set } = dataChange(data, settings.leadFields);
  const tooLarge = dataSizeViolations(dataChange(allData, settings.leadFields).set);
  if (tooLarge.length > 0) throw invalidRequest(tooLarge);
  return {
    externalId,
    changes: { ...changes.data, data: set },
    newLead: creation.success ? creation.data : { missing },
    fieldsHash: hashFields(fields, set),
  };
};

/**
 * The body as JSON, once it is known where it comes from. Replays may exceed the request limit if the body was stored
 * whole.
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

const hashFields = (...parts: readonly Readonly<Record<string, unknown>>[]) => {
  const sorted = parts.map((part) => Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("hex");
};
