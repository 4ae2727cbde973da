import { endpoint } from "../../shared/api/endpoint.ts";
import { recordPayment } from "../../shared/consultations/record-payment.ts";

export const handler = endpoint(recordPayment);
