import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { amount } from "../schema/amount.ts";
import { customDataInput, text } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { anyRequired, lazy } from "../schema/zod.ts";
import { consultationResponse, hasAny } from "./consultation.contract.ts";

const completion = lazy(() =>
  z.object({
    outcome: z.optional(z.nullable(text(LIMITS.outcomeCharacters))),
    data: z.optional(customDataInput()),
  }),
);

const PAYMENT_FIELDS = ["paid", "amount"] as const;

const payment = lazy(() =>
  z.object({ paid: z.optional(z.boolean()), amount: z.optional(amount()) }).check(
    z.refine((body) => hasAny(PAYMENT_FIELDS, body), {
      error: `must change something: ${PAYMENT_FIELDS.join(" or ")}`,
      params: anyRequired(PAYMENT_FIELDS),
    }),
  ),
);

export const completeConsultationEndpoint = defineEndpoint({
  name: "complete-consultation",
  method: "POST",
  path: "/api/consultations/{id}/complete",
  summary: "Record that a consultation took place, and its outcome",
  scope: "consultations:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem"],
  body: completion,
  response: consultationResponse,
});

export const markNoShowEndpoint = defineEndpoint({
  name: "mark-no-show",
  method: "POST",
  path: "/api/consultations/{id}/no-show",
  summary: "Record that the lead did not attend; the slot becomes free",
  scope: "consultations:write",
  tableActions: ["GetItem", "PutItem", "UpdateItem"],
  response: consultationResponse,
});

export const recordPaymentEndpoint = defineEndpoint({
  name: "record-payment",
  method: "POST",
  path: "/api/consultations/{id}/payment",
  summary: "Set whether a consultation is paid, and the amount; also when it is final",
  scope: "consultations:write",
  tableActions: ["GetItem", "PutItem"],
  body: payment,
  response: consultationResponse,
});

export const archiveConsultationEndpoint = defineEndpoint({
  name: "archive-consultation",
  method: "POST",
  path: "/api/consultations/{id}/archive",
  summary: "Hide a consultation from the list; it keeps its slot",
  scope: "consultations:write",
  tableActions: ["GetItem", "PutItem"],
  response: consultationResponse,
});

export const unarchiveConsultationEndpoint = defineEndpoint({
  name: "unarchive-consultation",
  method: "POST",
  path: "/api/consultations/{id}/unarchive",
  summary: "Restore an archived consultation",
  scope: "consultations:write",
  tableActions: ["GetItem", "PutItem"],
  response: consultationResponse,
});
