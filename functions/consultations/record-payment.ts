import { endpoint } from "../../shared/api/endpoint.ts";
import { recordPayment } from "../../shared/consultations/set-consultation-fields.ts";

export const handler = endpoint(recordPayment);
