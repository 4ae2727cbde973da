import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { completeConsultation as complete } from "../../shared/consultations/complete-consultation.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { completeConsultationEndpoint } from "../../shared/consultations/consultation-actions.contract.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(completeConsultationEndpoint, table, async (request) => ({
  body: consultationResource(await complete(table, request)),
}));
