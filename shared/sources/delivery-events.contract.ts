import * as z from "zod/mini";
import type { EventRows } from "../api/event-rows.ts";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { instant } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";
import { REJECTION_CODES } from "./inbound-delivery.contract.ts";

/** The events of sources' deliveries. */
export const DELIVERY_EVENTS = {
  "delivery.rejected": {
    ...(HAS_PROSE && {
      occasion:
        "A source's delivery was rejected. `error` says why, without anything that was sent. Neither a replay nor a dismissal emits it.",
      actor: { type: "source", id: EXAMPLE_IDS.source },
    }),
  },
} as const satisfies EventRows;

/** The record in such an event. It stays after an erasure, so it has nothing that a sender wrote. */
export const rejectedInboundDelivery = lazy(() =>
  z.object({
    id: z.uuid(),
    /** The source's key, as in `source` of its leads. */
    source: z.string(),
    received_at: instant(),
    outcome: z.literal("rejected"),
    error: z.object({ code: z.enum(REJECTION_CODES), message: z.string() }),
  }),
);

export type RejectedInboundDelivery = z.output<ReturnType<typeof rejectedInboundDelivery>>;
