import { endpoint } from "../../shared/api/endpoint.ts";
import { archiveConsultation } from "../../shared/consultations/set-consultation-fields.ts";

export const handler = endpoint(archiveConsultation);
