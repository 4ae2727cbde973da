import { bookConsultation } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { bookConsultation as book } from "../../shared/operations/consultations/book-consultation.ts";
import { once } from "../../shared/operations/run-idempotently.ts";
import { consultationRecord } from "../../shared/storage/consultations/consultation-store.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(bookConsultation, table, async (request) => {
  const { firmId, claim } = request;
  const recordOf = (id: string) => consultationRecord(firmId, id);
  const attempt = () => book(table, request);
  const { record, replayed } = await once(table, firmId, { claim, recordOf }, attempt);
  return { body: consultationResource(record), replayed };
});
