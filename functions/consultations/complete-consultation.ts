import { completeConsultation } from "../../shared/contract/consultation-actions.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { completeConsultation as complete } from "../../shared/operations/consultations/complete-consultation.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(completeConsultation, table, async (request) => ({
  body: consultationResource(await complete(table, request)),
}));
