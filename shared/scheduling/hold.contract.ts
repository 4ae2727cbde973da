import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
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
    // The firm's consultation types decide which of these a body may omit.
    attorney_id: z.optional(uuid()),
    type: z.optional(nonBlankText(LIMITS.consultationTypeCharacters)),
    lead_id: z.optional(uuid()),
    start_at: instantInput(),
    duration_min: z.optional(wholeNumber(LIMITS.durationMinutesMinimum, LIMITS.durationMinutesMaximum)),
    seconds: z._default(
      wholeNumber(LIMITS.holdSecondsMinimum, LIMITS.holdSecondsMaximum),
      LIMITS.holdSecondsDefault,
    ),
    ignore_busy: z._default(z.boolean(), false),
  }),
);

export const createHoldEndpoint = defineEndpoint({
  name: "create-hold",
  method: "POST",
  path: "/api/holds",
  summary: "Hold a slot for a later booking",
  scope: "consultations:write",
  tableActions: ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"],
  acceptsIdempotencyKey: true,
  body: newHold,
  errors: ["lead_merged", "conflict_not_cleared", ...SLOT_ERRORS],
  response: { status: 201, schema: hold },
});

export const createHoldDescription: DescriptionOf<typeof createHoldEndpoint> = {
  lostAnswer: { way: "repeatedWithKey" },
  body: { attorney_id: "{attorney}", start_at: "2026-11-09T14:00:00-05:00", duration_min: 60, seconds: 600 },
  prose: `
Keeps a slot for one client for 30 to 900 seconds (600 by default), for example while the client decides or pays. The
slot is checked as in a booking, with the same four errors and \`next_available\`. A live hold counts like a consultation
for overlaps, the buffer and \`max_per_day\`. An attorney has at most 20 live holds; one more is 422
\`booking_not_allowed\`. With the key of a consultation type, the body may omit the duration and the attorney, as in a
booking. A hold does not protect from busy times that come later: the booking is checked again, and repeats
\`ignore_busy\` where it wants to skip them.

With \`lead_id\`, a lead whom the firm's [\`conflict_gate\`](#description/conflicts-of-interest) would not let be booked is
409 \`conflict_not_cleared\`. The hold does not remember the lead: the booking is judged by its own.

To use the hold, [book](#tag/consultations/POST/api/consultations) or
[reschedule](#tag/consultations/PATCH/api/consultations/{id}) with its id as \`hold_id\`. An unused hold ends by itself.
Holds emit no events. Send an \`Idempotency-Key\`, so that a repeat returns the same hold. Once that hold has expired, was
deleted or was used, a repeat is 422 naming the header.`,
};

export const deleteHoldEndpoint = defineEndpoint({
  name: "delete-hold",
  method: "DELETE",
  path: "/api/holds/{id}",
  summary: "Release a held slot",
  scope: "consultations:write",
  tableActions: ["GetItem", "UpdateItem"],
  response: { status: 204 },
});

export const deleteHoldDescription: DescriptionOf<typeof deleteHoldEndpoint> = {
  lostAnswer: { way: "deletion", gone: ["not_found"] },
  prose: `
Releases a held slot before the hold expires, for example when the client leaves. A hold that has expired, was deleted
or has become a consultation is 404 \`not_found\`. In these cases nothing more is to be done.`,
};
