import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { getConsultationEndpoint } from "../../shared/consultations/consultation.contract.ts";
import { consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { consultationRecord } from "../../shared/consultations/consultation.store.ts";

const getConsultation = operation(getConsultationEndpoint, {
  reads: ({ firmId, params }) => ({
    consultation: required("consultation", consultationRecord(firmId, params.id)),
  }),
  decide: ({ consultation }) => ({ answer: consultationResource(consultation) }),
});

export const handler = endpoint(getConsultation);
