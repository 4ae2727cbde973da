import { AppError, invalidRequest } from "../../shared/api/app-error.ts";
import { endpointHandler, operationResponder, type Responder } from "../../shared/api/endpoint.ts";
import { methodsOf } from "../../shared/api/endpoint-definition.ts";
import type { KeyIdentity } from "../../shared/api/keys/key-store.ts";
import { ownDeliveryViolations } from "../../shared/api/request-headers.ts";
import { LIMITS } from "../../shared/api/schema/limits.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { createLead } from "../../shared/leads/create-lead.ts";
import { createLeadEndpoint, listLeadsEndpoint } from "../../shared/leads/lead.contract.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { browserForms } from "../../shared/sources/browser-forms.ts";
import { decodeBody } from "../../shared/sources/decode-body.rules.ts";
import {
  type InboundDelivery,
  newReceipt,
  type Rejection,
} from "../../shared/sources/inbound-delivery.rules.ts";
import { ingestLead } from "../../shared/sources/ingest-lead.ts";
import type { Source } from "../../shared/sources/source.rules.ts";
import { cachedSourceRecord } from "../../shared/sources/source.store.ts";
import { readRecords } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

const ALLOWED_METHODS = [...[createLeadEndpoint, listLeadsEndpoint].flatMap(methodsOf), "OPTIONS"];

/** Caches what ingestion reads of a source whose key the instance knows, while the key is checked. */
const readSource = async ({ firmId, actor }: KeyIdentity): Promise<void> => {
  await readRecords(table, {
    source: cachedSourceRecord(firmId, actor.id),
    settings: settingsRecord(firmId),
  });
};

/** Begins when the key has been checked. */
const ingestion: Responder = async ({ requestContext, headers }, context) => {
  const { keyIdentity, confirmation, payload } = context;
  if (keyIdentity === undefined || payload === undefined)
    throw new Error("A delivery reached its ingestion without a key.");
  context.deliveryJson = () => deliveredJson(payload.bytes, headers["content-type"]);
  // A failure shows when ingestion reads.
  await Promise.all([confirmation, readSource(keyIdentity).catch(() => {})]);
  if (requestContext.http.method === "OPTIONS") return { status: 204, body: undefined };
  const loops = ownDeliveryViolations(headers);
  if (loops.length > 0) throw invalidRequest(loops);
  const { firmId, actor } = keyIdentity;
  const nowMilliseconds = Date.now();
  const received = { id: newRecordId(nowMilliseconds), body: payload.bytes, headers };
  const { delivery, source } = await ingestLead(table, {
    firmId,
    actor,
    sourceId: actor.id,
    receiptFor: (source) => newReceipt(received, source),
    nowMilliseconds,
  });
  const { error } = delivery;
  if (error === null) return acceptance(delivery);
  const fields = (error.details ?? []).map(({ field }) => field);
  context.rejectedDelivery = { id: delivery.id, code: error.code, fields };
  return rejection(error, source);
};

/** What the log of an error leaves out. A body that is too large for ingestion is not decoded here either. */
const deliveredJson = (bytes: Uint8Array, contentType = "") =>
  bytes.byteLength > LIMITS.bodyBytes ? undefined : decodeBody(bytes, contentType).json;

const acceptance = ({ outcome, leadId, externalId }: InboundDelivery) => {
  if (outcome === "ignored" || outcome === "test") return { status: 200, body: { status: outcome } };
  return { status: outcome === "created" ? 201 : 200, body: { status: outcome, leadId, externalId } };
};

/** An error, or 202 for senders that switch a webhook off at the first error. */
const rejection = ({ code, message, details }: Rejection, { rejectedAnswer }: Source) => {
  if (rejectedAnswer === "accepted") return { status: 202, body: { status: "rejected", details } };
  throw new AppError(code, message, { details: details ?? undefined });
};

const creation = operationResponder(createLead, table);

/** A request with an ingestion key is an inbound delivery of the key's source. */
export const handler = endpointHandler(
  createLeadEndpoint,
  table,
  (event, context) => (context.keyIdentity?.kind === "ingestion" ? ingestion : creation)(event, context),
  [browserForms(table, { allow: ALLOWED_METHODS })],
);
