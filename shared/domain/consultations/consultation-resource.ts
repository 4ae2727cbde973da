import type { ConsultationResource } from "../../contract/consultations.ts";
import { createdAt } from "../record-id.ts";
import type { Consultation } from "./consultation.ts";

/** A consultation as the API and its events show it. Nothing archives one, and firms define no fields of it yet. */
export const consultationResource = (consultation: Consultation): ConsultationResource => ({
  id: consultation.id,
  lead_id: consultation.leadId,
  attorney_id: consultation.attorneyId,
  type: consultation.type,
  status: consultation.status,
  start_at: consultation.startAt,
  duration_min: consultation.durationMinutes,
  time_zone: consultation.timeZone,
  paid: consultation.paid,
  amount: consultation.amount,
  outcome: consultation.outcome,
  archived: false,
  created_at: createdAt(consultation.id),
  data: {},
});
