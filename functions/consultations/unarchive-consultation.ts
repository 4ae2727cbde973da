import { endpoint } from "../../shared/api/endpoint.ts";
import { unarchiveConsultation } from "../../shared/consultations/archive-consultation.ts";

export const handler = endpoint(unarchiveConsultation);
