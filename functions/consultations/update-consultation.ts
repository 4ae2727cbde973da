import { updateConsultation } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updateConsultation as update } from "../../shared/operations/consultations/update-consultation.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(updateConsultation, table, async (request) => {
  const consultation = await update(table, request);
  return { body: consultationResource(consultation) };
});
