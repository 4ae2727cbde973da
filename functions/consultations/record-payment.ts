import { recordPayment } from "../../shared/contract/consultation-actions.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { setConsultationFields } from "../../shared/operations/consultations/set-consultation-fields.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(recordPayment, table, async (request) => ({
  body: consultationResource(await setConsultationFields(table, request, request.body)),
}));
