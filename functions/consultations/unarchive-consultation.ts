import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { unarchiveConsultationEndpoint } from "../../shared/consultations/consultation-actions.contract.ts";
import { setConsultationArchived } from "../../shared/consultations/set-consultation-fields.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(unarchiveConsultationEndpoint, table, async (request) => ({
  body: consultationResource(await setConsultationArchived(table, request, false)),
}));
