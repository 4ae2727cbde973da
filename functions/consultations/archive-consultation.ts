import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { archiveConsultationEndpoint } from "../../shared/consultations/consultation-actions.contract.ts";
import { setConsultationArchived } from "../../shared/consultations/set-consultation-fields.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(archiveConsultationEndpoint, table, async (request) => ({
  body: consultationResource(await setConsultationArchived(table, request, true)),
}));
