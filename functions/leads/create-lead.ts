import { AppError } from "../../shared/contract/app-error.ts";
import { createLead } from "../../shared/contract/leads.ts";
import { leadResource } from "../../shared/domain/leads/lead-resource.ts";
import { newReceipt } from "../../shared/domain/sources/inbound-delivery.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import type { EndpointRequest } from "../../shared/http/endpoint-request.ts";
import { createLead as create, newLeadViolations } from "../../shared/operations/leads/create-lead.ts";
import { once } from "../../shared/operations/run-idempotently.ts";
import { ingestLead } from "../../shared/operations/sources/ingest-lead.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";
import { readRecords } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { settingsRecord } from "../../shared/storage/firm/firm-store.ts";
import { leadRecord } from "../../shared/storage/leads/lead-store.ts";
import { namedMemberRecord } from "../../shared/storage/members/member-store.ts";

const table = connectTable();

type Request = EndpointRequest<typeof createLead>;

/** A request with a lead source's key is a delivery of that source. */
export const handler = endpoint(createLead, table, (request) => {
  const { sourceId } = request.caller;
  return sourceId === undefined ? createOne(request) : ingest(request, sourceId);
});

const createOne = async ({ firmId, json, body, claim, nowMilliseconds }: Request) => {
  const { settings, assignee } = await readRecords(table, {
    settings: settingsRecord(firmId),
    assignee: namedMemberRecord(firmId, json.assignee_id),
  });
  const recordOf = (id: string) => leadRecord(firmId, id);
  const { record, replayed } = await once(table, firmId, { claim, recordOf }, async () => {
    const newLead = body(newLeadViolations(json, settings, assignee));
    return create(table, firmId, newLead, { settings, claim, nowMilliseconds });
  });
  return { body: leadResource(record, settings), replayed };
};

const ingest = async ({ firmId, rawBody, nowMilliseconds }: Request, sourceId: string) => {
  const receipt = newReceipt(newRecordId(nowMilliseconds), rawBody);
  const delivery = await ingestLead(table, { firmId, sourceId, receipt, nowMilliseconds });
  const { outcome, leadId, externalId, error } = delivery;
  if (error) throw new AppError(error.code, error.message, { details: error.details ?? undefined });
  return { status: outcome === "created" ? 201 : 200, body: { status: outcome, leadId, externalId } };
};
