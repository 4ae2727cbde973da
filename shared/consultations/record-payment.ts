import { operation, required } from "../api/operation.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { NO_RECORD, uncached } from "../table/read-records.ts";
import { currencyOf } from "./consultation.rules.ts";
import { consultationRecord } from "./consultation.store.ts";
import { recordPaymentEndpoint } from "./consultation-actions.contract.ts";
import { setFields } from "./set-fields.steps.ts";

export const recordPayment = operation(recordPaymentEndpoint, {
  reads: ({ firmId, params, json }) => ({
    before: required("consultation", consultationRecord(firmId, params.id)),
    settings: typeof json.amount === "number" ? uncached(settingsRecord(firmId)) : NO_RECORD,
  }),
  decide: ({ before, settings }, { input, ...request }) => {
    const { amount } = input;
    const currency = amount === undefined ? undefined : currencyOf(amount, settings, before);
    return setFields(before, { ...input, currency }, request);
  },
});
