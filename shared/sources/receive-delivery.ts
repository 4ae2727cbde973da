import { newChange } from "../api/change.ts";
import { decodeContent } from "../api/content-coding.ts";
import type { Responder } from "../api/endpoint.ts";
import type { HttpContext, HttpEvent } from "../api/http-types.ts";
import type { KeyIdentity } from "../api/keys/key-store.ts";
import { sentBytes } from "../api/payload.ts";
import { apiVersionViolations, ownDeliveryViolations } from "../api/request-headers.ts";
import { runOperation } from "../api/run-operation.ts";
import { linkAddress } from "../links/link.rules.ts";
import { publicUrl } from "../runtime/environment.ts";
import { newRecordId } from "../runtime/record-id.ts";
import { AppError } from "../schema/app-error.ts";
import type { Table } from "../table/table.ts";
import { namesForVisitor } from "./browser-forms.ts";
import { type InboundDelivery, newReceipt, type Rejection } from "./inbound-delivery.rules.ts";
import { type Delivery, ingestion } from "./ingest-delivery.ts";
import type { Source } from "./source.rules.ts";

/** Answers requests with an ingestion key. Each is an inbound delivery of the key's source. */
export const receiveDelivery =
  (table: Table): Responder =>
  (event, context) =>
    receive(table, event, context);

/** Reads during the key's check; writes only after it. */
const receive = async (table: Table, event: HttpEvent, context: HttpContext): ReturnType<Responder> => {
  const { keyIdentity, confirmation, payload } = context;
  if (keyIdentity === undefined || confirmation === undefined || payload === undefined)
    throw new Error("A delivery reached its ingestion without a key.");
  const { body } = await runOperation({
    table,
    operation: ingestion,
    request: newDelivery(keyIdentity, event, await receivedContent(event, payload.bytes)),
    violations: [...ownDeliveryViolations(event.headers), ...apiVersionViolations(event)],
    input: undefined,
    claim: null,
    key: confirmation,
  });
  const { delivery, linkSecret, source, settings } = body;
  const { error } = delivery;
  if (linkSecret !== null) context.bookingUrl = linkAddress(publicUrl(event.headers.host ?? ""), linkSecret);
  if (error === null) return acceptance(delivery, context);
  const fields = namesForVisitor(error.details ?? [], settings.leadFields);
  context.rejectedDelivery = { id: delivery.id, code: error.code, fields };
  return rejection(error, source);
};

const receivedContent = async (event: HttpEvent, bytes: Uint8Array) => {
  const content = await decodeContent(bytes, event.headers["content-encoding"]);
  const isDecoded = content.codedBody !== undefined;
  return { ...content, bodyBytes: isDecoded ? content.body.byteLength : sentBytes(event, bytes) };
};

type ReceivedContent = Awaited<ReturnType<typeof receivedContent>>;

const newDelivery = (
  { firmId, actor }: KeyIdentity,
  { headers }: HttpEvent,
  content: ReceivedContent,
): Delivery => {
  const nowMilliseconds = Date.now();
  const newId = newRecordId(nowMilliseconds);
  return {
    firmId,
    sourceId: actor.id,
    newId,
    nowMilliseconds,
    change: newChange({ actor, nowMilliseconds }),
    receiptFor: (source) => newReceipt({ id: newId, ...content, headers }, source),
    replayed: null,
  };
};

const acceptance = ({ outcome, leadId, externalId }: InboundDelivery, { bookingUrl }: HttpContext) => {
  if (outcome === "ignored" || outcome === "test") return { status: 200, body: { status: outcome } };
  const body = {
    status: outcome,
    leadId,
    externalId,
    ...(bookingUrl !== undefined && { booking_url: bookingUrl }),
  };
  return { status: outcome === "created" ? 201 : 200, body };
};

/** Throws the error, or answers 202 to senders that disable a webhook after one error. */
const rejection = ({ code, message, details }: Rejection, { rejectedAnswer }: Source) => {
  if (rejectedAnswer === "accepted") return { status: 202, body: { status: "rejected", details } };
  throw new AppError(code, message, { details: details ?? undefined });
};
