import { completeConsultation } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation.ts";
import { CONSULTATION_TRANSITIONS } from "../../shared/domain/consultations/consultation-status.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { finalizeConsultation } from "../../shared/operations/consultations/transition-consultation.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(completeConsultation, table, async (request) => {
  const consultation = await finalizeConsultation(table, request, {
    transition: CONSULTATION_TRANSITIONS.complete,
    changes: ({ outcome }) => ({ outcome: outcome || null }),
  });
  return { body: consultationResource(consultation) };
});
