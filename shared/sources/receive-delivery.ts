import type { Responder } from "../api/endpoint.ts";
import type { HttpContext, HttpEvent } from "../api/http-handler.ts";
import type { KeyIdentity } from "../api/keys/key-store.ts";
import { ownDeliveryViolations } from "../api/request-headers.ts";
import { newRecordId } from "../runtime/record-id.ts";
import { AppError, invalidRequest } from "../schema/app-error.ts";
import { LIMITS } from "../schema/limits.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { readRecords } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { namesForVisitor } from "./browser-forms.ts";
import { decodeBody } from "./decode-body.rules.ts";
import { type InboundDelivery, newReceipt, type Rejection } from "./inbound-delivery.rules.ts";
import { ingestLead } from "./ingest-lead.ts";
import type { Source } from "./source.rules.ts";
import { cachedSourceRecord } from "./source.store.ts";

/** Answers requests with an ingestion key: each is an inbound delivery of the key's source. */
export const receiveDelivery =
  (table: Table): Responder =>
  (event, context) =>
    receive(table, event, context);

/** Begins when the key has been checked. */
const receive = async (table: Table, { headers }: HttpEvent, context: HttpContext): ReturnType<Responder> => {
  const { keyIdentity, confirmation, payload } = context;
  if (keyIdentity === undefined || payload === undefined)
    throw new Error("A delivery reached its ingestion without a key.");
  context.deliveryJson = () => deliveredJson(payload.bytes, headers["content-type"]);
  // A failure shows when ingestion reads.
  await Promise.all([confirmation, readSource(table, keyIdentity).catch(() => {})]);
  const loops = ownDeliveryViolations(headers);
  if (loops.length > 0) throw invalidRequest(loops);
  const { firmId, actor } = keyIdentity;
  const nowMilliseconds = Date.now();
  const received = { id: newRecordId(nowMilliseconds), body: payload.bytes, headers };
  const { delivery, source, settings } = await ingestLead(table, {
    firmId,
    actor,
    sourceId: actor.id,
    receiptFor: (source) => newReceipt(received, source),
    nowMilliseconds,
  });
  const { error } = delivery;
  if (error === null) return acceptance(delivery);
  const fields = namesForVisitor(error.details ?? [], settings.leadFields);
  context.rejectedDelivery = { id: delivery.id, code: error.code, fields };
  return rejection(error, source);
};

/** Caches what ingestion reads of a source whose key the instance knows, while the key is checked. */
const readSource = (table: Table, { firmId, actor }: KeyIdentity) =>
  readRecords(table, {
    source: cachedSourceRecord(firmId, actor.id),
    settings: settingsRecord(firmId),
  });

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
