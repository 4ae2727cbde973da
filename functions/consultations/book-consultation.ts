import { endpoint } from "../../shared/api/endpoint.ts";
import { bookConsultation } from "../../shared/consultations/book-consultation.ts";

export const handler = endpoint(bookConsultation);
