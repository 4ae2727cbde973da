import { requireFound } from "../../shared/contract/app-error.ts";
import { getConsultation } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { consultationRecord } from "../../shared/storage/consultations/consultation-store.ts";
import { readRecord } from "../../shared/storage/dynamodb/read-records.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(getConsultation, table, async ({ firmId, params }) => {
  const consultation = requireFound(
    "consultation",
    await readRecord(table, consultationRecord(firmId, params.id)),
  );
  return { body: consultationResource(consultation) };
});
