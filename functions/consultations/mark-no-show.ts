import { markNoShow } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultations/consultation-resource.ts";
import { CONSULTATION_TRANSITIONS } from "../../shared/domain/consultations/consultation-status.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { finalizeConsultation } from "../../shared/operations/consultations/transition-consultation.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";

const table = connectTable();

export const handler = endpoint(markNoShow, table, async ({ firmId, params, nowMilliseconds }) => {
  const consultation = await finalizeConsultation(table, {
    firmId,
    id: params.id,
    move: CONSULTATION_TRANSITIONS["no-show"],
    nowMilliseconds,
  });
  return { body: consultationResource(consultation) };
});
