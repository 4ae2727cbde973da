import { type OperationRequest, operation, required, type ValidRequest } from "../api/operation.ts";
import type { Consultation } from "./consultation.rules.ts";
import { consultationRecord } from "./consultation.store.ts";
import {
  archiveConsultationEndpoint,
  unarchiveConsultationEndpoint,
} from "./consultation-actions.contract.ts";
import { setFields } from "./set-fields.steps.ts";

type Endpoint = typeof archiveConsultationEndpoint | typeof unarchiveConsultationEndpoint;

const setArchived = (archived: boolean) => ({
  reads: ({ firmId, params }: Pick<OperationRequest<Endpoint>, "firmId" | "params">) => ({
    before: required("consultation", consultationRecord(firmId, params.id)),
  }),
  decide: ({ before }: { readonly before: Consultation }, request: ValidRequest<Endpoint>) =>
    setFields(before, { archived }, request),
});

export const archiveConsultation = operation(archiveConsultationEndpoint, setArchived(true));
export const unarchiveConsultation = operation(unarchiveConsultationEndpoint, setArchived(false));
