import { endpoint } from "../../shared/api/endpoint.ts";
import { completeConsultation } from "../../shared/consultations/complete-consultation.ts";

export const handler = endpoint(completeConsultation);
