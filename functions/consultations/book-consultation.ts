import { endpoint } from "../../shared/api/endpoint.ts";
import { bookConsultation } from "../../shared/consultations/book-consultation.ts";
import { connectTable } from "../../shared/table/table.ts";

export const handler = endpoint(bookConsultation, connectTable());
