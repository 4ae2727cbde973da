import { bookConsultation } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultation-resource.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { bookConsultation as book } from "../../shared/operations/book-consultation.ts";
import { once } from "../../shared/operations/once.ts";
import { consultationRecord } from "../../shared/storage/consultation-store.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();

export const handler = endpoint(bookConsultation, table, async (request) => {
  const { firmId, claim } = request;
  const recordOf = (id: string) => consultationRecord(firmId, id);
  const attempt = () => book(table, request);
  const { record, replayed } = await once(table, firmId, { claim, recordOf }, attempt);
  return { body: consultationResource(record), replayed };
});
