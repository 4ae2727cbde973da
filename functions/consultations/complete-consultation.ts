import { endpoint } from "../../shared/api/endpoint.ts";
import { completeConsultation } from "../../shared/consultations/complete-consultation.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(completeConsultation, connectTable());
