import { endpoint } from "../../shared/api/endpoint.ts";
import { archiveConsultation } from "../../shared/consultations/archive-consultation.ts";

export const handler = endpoint(archiveConsultation);
