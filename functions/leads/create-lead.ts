import { AppError, invalidRequest } from "../../shared/api/app-error.ts";
import { endpointHandler, operationResponder, procedureResponder } from "../../shared/api/endpoint.ts";
import { methodsOf } from "../../shared/api/endpoint-definition.ts";
import type { HttpContext } from "../../shared/api/http-context.ts";
import type { KeyIdentity } from "../../shared/api/keys/key-store.ts";
import type { ProcedureRequest } from "../../shared/api/operation-request.ts";
import { ownDeliveryViolations } from "../../shared/api/own-delivery.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { createLead } from "../../shared/leads/create-lead.ts";
import { createLeadEndpoint, listLeadsEndpoint } from "../../shared/leads/lead.contract.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { browserForms } from "../../shared/sources/browser-forms.ts";
import { newReceipt, type Rejection } from "../../shared/sources/inbound-delivery.rules.ts";
import { ingestLead } from "../../shared/sources/ingest-lead.ts";
import { redactDelivery } from "../../shared/sources/redact-delivery.ts";
import type { Source } from "../../shared/sources/source.rules.ts";
import { cachedSourceRecord } from "../../shared/sources/source.store.ts";
import { readRecords } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

type Request = ProcedureRequest<typeof createLeadEndpoint>;

const ALLOWED_METHODS = [...[createLeadEndpoint, listLeadsEndpoint].flatMap(methodsOf), "OPTIONS"];

/** Caches what ingestion reads of a source whose key the instance knows, while the key is checked. */
const readSource = async ({ firmId, actor }: KeyIdentity): Promise<void> => {
  await readRecords(table, {
    source: cachedSourceRecord(firmId, actor.id),
    settings: settingsRecord(firmId),
  });
};

const ingest = async (request: Request, context: HttpContext) => {
  const { method, firmId, actor, rawBody, headers, nowMilliseconds } = request;
  if (method === "OPTIONS") return { status: 204, body: undefined };
  const loops = ownDeliveryViolations(headers);
  if (loops.length > 0) throw invalidRequest(loops);
  const received = { id: newRecordId(nowMilliseconds), body: rawBody, headers };
  const receiptFor = (source: Source) => newReceipt(received, source);
  const ingestion = { firmId, actor, sourceId: actor.id, receiptFor, nowMilliseconds };
  const { delivery, source } = await ingestLead(table, ingestion);
  const { id, outcome, leadId, externalId, error } = delivery;
  if (error) {
    const fields = (error.details ?? []).map(({ field }) => field);
    context.rejectedDelivery = { id, code: error.code, fields };
    return rejection(error, source);
  }
  if (outcome === "ignored" || outcome === "test") return { status: 200, body: { status: outcome } };
  return { status: outcome === "created" ? 201 : 200, body: { status: outcome, leadId, externalId } };
};

/** An error, or 202 for senders that switch a webhook off at the first error. */
const rejection = ({ code, message, details }: Rejection, { rejectedAnswer }: Source) => {
  if (rejectedAnswer === "accepted") return { status: 202, body: { status: "rejected", details } };
  throw new AppError(code, message, { details: details ?? undefined });
};

const ingestion = procedureResponder(createLeadEndpoint, ingest, readSource);
const creation = operationResponder(createLead, table);

/** A request with an ingestion key is an inbound delivery of the key's source. */
export const handler = endpointHandler(
  createLeadEndpoint,
  table,
  (event, context) => (context.keyIdentity?.kind === "ingestion" ? ingestion : creation)(event, context),
  [browserForms(table, { allow: ALLOWED_METHODS }), redactDelivery()],
);
