import * as z from "zod/mini";
import { SLOT_ERRORS } from "./consultations.ts";
import { defineEndpoint } from "./endpoint-definition.ts";
import { uuid, wholeNumber } from "./schema/fields.ts";
import { instant, instantInput } from "./schema/instants.ts";
import { lazy } from "./schema/lazy.ts";
import { LIMITS } from "./schema/limits.ts";

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
    attorney_id: uuid(),
    start_at: instantInput(),
    duration_min: wholeNumber(LIMITS.durationMinutesMinimum, LIMITS.durationMinutesMaximum),
    seconds: z._default(
      wholeNumber(LIMITS.holdSecondsMinimum, LIMITS.holdSecondsMaximum),
      LIMITS.holdSecondsDefault,
    ),
  }),
);

export type NewHold = z.output<ReturnType<typeof newHold>>;

export const createHold = defineEndpoint({
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

export const deleteHold = defineEndpoint({
  name: "delete-hold",
  method: "DELETE",
  path: "/api/holds/{id}",
  summary: "Give a held slot back",
  scope: "consultations:write",
  tableActions: ["GetItem", "UpdateItem"],
  response: { status: 204 },
});
