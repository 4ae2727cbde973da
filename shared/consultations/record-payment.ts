import { type OperationRequest, operation, required, type ValidRequest } from "../api/operation.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { NO_RECORD, uncached } from "../table/read-records.ts";
import { type Consultation, currencyOf } from "./consultation.rules.ts";
import { consultationRecord } from "./consultation.store.ts";
import {
  archiveConsultationEndpoint,
  recordPaymentEndpoint,
  unarchiveConsultationEndpoint,
} from "./consultation-actions.contract.ts";
import { setFields } from "./set-fields.steps.ts";

type Endpoint = typeof archiveConsultationEndpoint | typeof unarchiveConsultationEndpoint;

const reads = ({ firmId, params }: Pick<OperationRequest<Endpoint>, "firmId" | "params">) => ({
  before: required("consultation", consultationRecord(firmId, params.id)),
});

export const recordPayment = operation(recordPaymentEndpoint, {
  reads: (request) => ({
    ...reads(request),
    settings: typeof request.json.amount === "number" ? uncached(settingsRecord(request.firmId)) : NO_RECORD,
  }),
  decide: ({ before, settings }, { input, ...request }) => {
    const { amount } = input;
    const currency = amount === undefined ? undefined : currencyOf(amount, settings, before);
    return setFields(before, { ...input, currency }, request);
  },
});

const setArchived = (archived: boolean) => ({
  reads,
  decide: ({ before }: { readonly before: Consultation }, request: ValidRequest<Endpoint>) =>
    setFields(before, { archived }, request),
});

export const archiveConsultation = operation(archiveConsultationEndpoint, setArchived(true));
export const unarchiveConsultation = operation(unarchiveConsultationEndpoint, setArchived(false));
