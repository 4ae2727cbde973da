import { requireFound } from "../../shared/api/app-error.ts";
import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { getConsultationEndpoint } from "../../shared/consultations/consultation.contract.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { consultationRecord } from "../../shared/consultations/consultation.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(getConsultationEndpoint, table, async ({ firmId, params }) => {
  const consultation = requireFound(
    "consultation",
    await readRecord(table, consultationRecord(firmId, params.id)),
  );
  return { body: consultationResource(consultation) };
});
