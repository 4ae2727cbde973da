import { bookConsultation } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { bookConsultation as book } from "../../shared/operations/consultations/book-consultation.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(bookConsultation, table, async (request) => {
  const { record, replayed } = await book(table, request);
  return { body: consultationResource(record), replayed };
});
