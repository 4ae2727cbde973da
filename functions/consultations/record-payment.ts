import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { recordPaymentEndpoint } from "../../shared/consultations/consultation-actions.contract.ts";
import { setConsultationFields } from "../../shared/consultations/set-consultation-fields.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(recordPaymentEndpoint, table, async (request) => ({
  body: consultationResource(await setConsultationFields(table, request, request.body)),
}));
