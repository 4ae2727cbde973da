import { unarchiveConsultation } from "../../shared/contract/consultation-actions.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { setConsultationArchived } from "../../shared/operations/consultations/set-consultation-fields.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(unarchiveConsultation, table, async (request) => ({
  body: consultationResource(await setConsultationArchived(table, request, false)),
}));
