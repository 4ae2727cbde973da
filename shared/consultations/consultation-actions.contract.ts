import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
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
      error: `must have ${PAYMENT_FIELDS.join(" or ")}`,
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

export const completeConsultationDescription: DescriptionOf<typeof completeConsultationEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getConsultation", by: "completed" },
  body: { outcome: "Retained" },
  prose: `
Records that the meeting took place. The body may have an \`outcome\`, and \`data\` for the fields that the firm defines.
The status becomes \`completed\`, which is final. The slot stays taken.

Emits \`consultation.completed\`. A consultation that is already final is 404 \`not_found\`.`,
};

export const markNoShowEndpoint = defineEndpoint({
  name: "mark-no-show",
  method: "POST",
  path: "/api/consultations/{id}/no-show",
  summary: "Record that the lead did not attend; the slot becomes free",
  scope: "consultations:write",
  tableActions: ["GetItem", "PutItem", "UpdateItem"],
  response: consultationResponse,
});

export const markNoShowDescription: DescriptionOf<typeof markNoShowEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getConsultation", by: "noShow" },
  path: { id: "{otherConsultation}" },
  prose: `
Records that the lead did not come. The status becomes \`no-show\`, which is final. The slot becomes free.

Emits \`consultation.no_show\`. A consultation that is already final is 404 \`not_found\`.`,
};

export const recordPaymentEndpoint = defineEndpoint({
  name: "record-payment",
  method: "POST",
  path: "/api/consultations/{id}/payment",
  summary: "Set the payment or the amount of a consultation, also of a final one",
  scope: "consultations:write",
  tableActions: ["GetItem", "BatchGetItem", "PutItem"],
  body: payment,
  response: consultationResponse,
});

export const recordPaymentDescription: DescriptionOf<typeof recordPaymentEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getConsultation", by: "change" },
  body: { paid: true, amount: 150 },
  prose: `
Sets \`paid\`, \`amount\` or both; the body needs at least one of them. It works in every status, also when the consultation
is final, because people may pay after the meeting. A new amount is in the firm's current currency. The same amount
again keeps its currency.

Emits \`consultation.updated\`. A request that changes nothing emits nothing.`,
};

export const archiveConsultationEndpoint = defineEndpoint({
  name: "archive-consultation",
  method: "POST",
  path: "/api/consultations/{id}/archive",
  summary: "Hide a consultation from the list; it keeps its slot",
  scope: "consultations:write",
  tableActions: ["GetItem", "PutItem"],
  response: consultationResponse,
});

export const archiveConsultationDescription: DescriptionOf<typeof archiveConsultationEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getConsultation", by: "archived" },
  prose: `
Hides a consultation from the list; \`archived=true\` lists it. Its status does not change. It keeps its slot, and can
still be rescheduled, canceled, completed and paid.

Emits \`consultation.archived\`. For a consultation that is already archived, the request returns it and emits nothing.`,
};

export const unarchiveConsultationEndpoint = defineEndpoint({
  name: "unarchive-consultation",
  method: "POST",
  path: "/api/consultations/{id}/unarchive",
  summary: "Restore an archived consultation",
  scope: "consultations:write",
  tableActions: ["GetItem", "PutItem"],
  response: consultationResponse,
});

export const unarchiveConsultationDescription: DescriptionOf<typeof unarchiveConsultationEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getConsultation", by: "unarchived" },
  prose: `
Shows an archived consultation in the list again. Nothing else changes.

Emits \`consultation.updated\`. For a consultation that is not archived, the request returns it and emits nothing.`,
};
