import { endpointHandler, operationResponder } from "../../shared/api/endpoint.ts";
import { methodsOf } from "../../shared/api/endpoint-definition.ts";
import { createLead } from "../../shared/leads/create-lead.ts";
import { createLeadEndpoint, listLeadsEndpoint } from "../../shared/leads/lead.contract.ts";
import { browserForms } from "../../shared/sources/browser-forms.ts";
import { receiveDelivery } from "../../shared/sources/receive-delivery.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

const allow = [...[createLeadEndpoint, listLeadsEndpoint].flatMap(methodsOf), "OPTIONS"];

const creation = operationResponder(createLead, table);
const ingestion = receiveDelivery(table);

/** Creates a lead. A request with an ingestion key is an inbound delivery of the key's source. */
export const handler = endpointHandler(
  createLeadEndpoint,
  table,
  (event, context) => (context.keyIdentity?.kind === "ingestion" ? ingestion : creation)(event, context),
  [browserForms(table, { allow })],
);
