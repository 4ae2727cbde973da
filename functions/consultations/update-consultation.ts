import { updateConsultation } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultation-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updateConsultation as update } from "../../shared/operations/update-consultation.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();

export const handler = endpoint(updateConsultation, table, async (request) => {
  const consultation = await update(table, request);
  return { body: consultationResource(consultation) };
});
