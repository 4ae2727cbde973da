import { endpoint } from "../../shared/api/endpoint.ts";
import { unarchiveConsultation } from "../../shared/consultations/set-consultation-fields.ts";

export const handler = endpoint(unarchiveConsultation);
