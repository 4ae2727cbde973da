import { endpoint } from "../../shared/api/endpoint.ts";
import { updateConsultation } from "../../shared/consultations/update-consultation.ts";

export const handler = endpoint(updateConsultation);
