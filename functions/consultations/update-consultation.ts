import { updateConsultation } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updateConsultation as update } from "../../shared/operations/consultations/update-consultation.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(updateConsultation, table, async (request) => ({
  body: consultationResource(await update(table, request)),
}));
