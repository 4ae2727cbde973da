import { AppError } from "../../shared/contract/app-error.ts";
import { methodsOf } from "../../shared/contract/endpoint-definition.ts";
import { createLead, listLeads } from "../../shared/contract/leads.ts";
import { leadResource } from "../../shared/domain/leads/lead.ts";
import { newReceipt, type Rejection } from "../../shared/domain/sources/inbound-delivery.ts";
import { requireOtherSender } from "../../shared/domain/sources/proof-of-origin.ts";
import type { Source } from "../../shared/domain/sources/source.ts";
import { browserForms } from "../../shared/http/browser-forms.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import type { EndpointRequest } from "../../shared/http/endpoint-request.ts";
import { redactDelivery } from "../../shared/http/redact-delivery.ts";
import { createLead as create } from "../../shared/operations/leads/create-lead.ts";
import { ingestLead } from "../../shared/operations/sources/ingest-lead.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

type Request = EndpointRequest<typeof createLead>;

const ALLOWED_METHODS = [...[createLead, listLeads].flatMap(methodsOf), "OPTIONS"];

/** A request with an ingestion key is an inbound delivery of the key's source. */
export const handler = endpoint(
  createLead,
  table,
  async (request) => {
    const { actor } = request;
    if (request.method === "OPTIONS") return { status: 204, body: undefined };
    return actor.type === "source" ? ingest(request, actor.id) : createFromBody(request);
  },
  [browserForms(table, { allow: ALLOWED_METHODS }), redactDelivery()],
);

const createFromBody = async (request: Request) => {
  const { record, replayed, settings } = await create(table, request);
  return { body: leadResource(record, settings), replayed };
};

const ingest = async (request: Request, sourceId: string) => {
  const { firmId, actor, rawBody, headers, nowMilliseconds } = request;
  requireOtherSender(headers);
  const received = { id: newRecordId(nowMilliseconds), body: rawBody, headers };
  const receiptFor = (source: Source) => newReceipt(received, source);
  const ingestion = { firmId, actor, sourceId, receiptFor, nowMilliseconds };
  const { delivery, source } = await ingestLead(table, ingestion);
  const { outcome, leadId, externalId, error } = delivery;
  if (error) return rejection(error, source);
  if (outcome === "ignored" || outcome === "test") return { status: 200, body: { status: outcome } };
  return { status: outcome === "created" ? 201 : 200, body: { status: outcome, leadId, externalId } };
};

/** An error, or 202 for senders that switch a webhook off at the first error. */
const rejection = ({ code, message, details }: Rejection, { rejectedAnswer }: Source) => {
  if (rejectedAnswer === "accepted") return { status: 202, body: { status: "rejected", details } };
  throw new AppError(code, message, { details: details ?? undefined });
};
