import { markNoShow } from "../../shared/contract/consultations.ts";
import { consultationResource } from "../../shared/domain/consultation-resource.ts";
import { CONSULTATION_MOVES } from "../../shared/domain/consultation-status.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { finalizeConsultation } from "../../shared/operations/move-consultation.ts";
import { connectTable } from "../../shared/storage/table.ts";

const table = connectTable();

export const handler = endpoint(markNoShow, table, async ({ firmId, params, nowMilliseconds }) => {
  const consultation = await finalizeConsultation(table, {
    firmId,
    id: params.id,
    move: CONSULTATION_MOVES["no-show"],
    nowMilliseconds,
  });
  return { body: consultationResource(consultation) };
});
