import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { updateConsultationEndpoint } from "../../shared/consultations/consultation.contract.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { updateConsultation as update } from "../../shared/consultations/update-consultation.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(updateConsultationEndpoint, table, async (request) => ({
  body: consultationResource(await update(table, request)),
}));
