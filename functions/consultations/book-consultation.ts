import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { bookConsultation as book } from "../../shared/consultations/book-consultation.ts";
import { bookConsultationEndpoint } from "../../shared/consultations/consultation.contract.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(bookConsultationEndpoint, table, async (request) => {
  const { record, replayed } = await book(table, request);
  return { body: consultationResource(record), replayed };
});
