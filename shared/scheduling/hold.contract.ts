import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import { nonBlankText, uuid, wholeNumber } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { instant, instantInput } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";
import { SLOT_ERRORS } from "../time/slot.contract.ts";

/** A slot kept for one caller for some minutes. */
export const hold = lazy(() =>
  z.object({
    id: z.uuid(),
    attorney_id: z.uuid(),
    start_at: instant(),
    duration_min: z.int(),
    expires_at: instant(),
  }),
);

export type HoldResource = z.output<ReturnType<typeof hold>>;

const newHold = lazy(() =>
  z.object({
    // The firm's consultation types say who may leave out which of these.
    attorney_id: z.optional(uuid()),
    type: z.optional(nonBlankText(LIMITS.consultationTypeCharacters)),
    start_at: instantInput(),
    duration_min: z.optional(wholeNumber(LIMITS.durationMinutesMinimum, LIMITS.durationMinutesMaximum)),
    seconds: z._default(
      wholeNumber(LIMITS.holdSecondsMinimum, LIMITS.holdSecondsMaximum),
      LIMITS.holdSecondsDefault,
    ),
  }),
);

export type NewHold = z.output<ReturnType<typeof newHold>>;

export const createHoldEndpoint = defineEndpoint({
  name: "create-hold",
  method: "POST",
  path: "/api/holds",
  summary: "Keep a slot free for a booking that follows",
  scope: "consultations:write",
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
  acceptsIdempotencyKey: true,
  body: newHold,
  errors: SLOT_ERRORS,
  response: { status: 201, schema: hold },
});

export const deleteHoldEndpoint = defineEndpoint({
  name: "delete-hold",
  method: "DELETE",
  path: "/api/holds/{id}",
  summary: "Give a held slot back",
  scope: "consultations:write",
  tableActions: ["GetItem", "UpdateItem"],
  response: { status: 204 },
});
