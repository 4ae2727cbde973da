import { endpoint } from "../../shared/api/endpoint.ts";
import { updateConsultation } from "../../shared/consultations/update-consultation.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(updateConsultation, connectTable());
