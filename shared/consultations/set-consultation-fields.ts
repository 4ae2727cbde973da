import type { Change } from "../api/change.ts";
import { changedFields, type FieldInput } from "../api/changed-fields.ts";
import { type OperationRequest, operation, required, type ValidRequest } from "../api/operation.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type Consultation, consultationResource } from "./consultation.rules.ts";
import { consultationRecord, putConsultation } from "./consultation.store.ts";
import {
  archiveConsultationEndpoint,
  recordPaymentEndpoint,
  unarchiveConsultationEndpoint,
} from "./consultation-actions.contract.ts";

type Endpoint = typeof archiveConsultationEndpoint | typeof unarchiveConsultationEndpoint;

const reads = ({ firmId, params }: Pick<OperationRequest<Endpoint>, "firmId" | "params">) => ({
  before: required("consultation", consultationRecord(firmId, params.id)),
});

type Fields = FieldInput<Pick<Consultation, "paid" | "amount" | "archived">>;

/** Sets fields of a consultation in any status. Writes nothing when they have these values. */
const setFields = (
  before: Consultation,
  fields: Fields,
  { firmId, change }: { readonly firmId: FirmId; readonly change: Change },
) => {
  const changed = changedFields<Consultation>(before, fields);
  if (Object.keys(changed).length === 0) return { answer: consultationResource(before) };
  const after = { ...before, ...changed, revision: before.revision + 1 };
  return { writes: putConsultation(firmId, { before, after, change }), answer: consultationResource(after) };
};

export const recordPayment = operation(recordPaymentEndpoint, {
  reads,
  decide: ({ before }, { input, ...request }) => setFields(before, input, request),
});

const setArchived = (archived: boolean) => ({
  reads,
  decide: ({ before }: { readonly before: Consultation }, request: ValidRequest<Endpoint>) =>
    setFields(before, { archived }, request),
});

export const archiveConsultation = operation(archiveConsultationEndpoint, setArchived(true));
export const unarchiveConsultation = operation(unarchiveConsultationEndpoint, setArchived(false));
