import * as z from "zod/mini";
import { EXAMPLE_IDS } from "../schema/example-ids.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { recordFields } from "../schema/record-fields.ts";
import { instant } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

/** The states of a lead in the conflict gate that a check, a decision or a change has set. */
export const SET_STATES = ["no_match", "matches", "cleared", "blocked", "waived", "lapsed"] as const;

/** All of them: a lead that was never checked has none set. */
export const CONFLICT_STATES = ["unchecked", ...SET_STATES] as const;

/** The state of a lead, as its item has it. */
export const storedConflict = lazy(() =>
  z.object({
    state: z.enum(SET_STATES),
    /** The check that the state stands on; of a cleared, blocked or waived lead the one that was decided on. */
    checkId: z.string(),
    /** ISO-8601 UTC instant at which the state was set. */
    at: z.string(),
    newestCheckId: z.string(),
    /** Set when the lead has changed, or its clearance has lapsed, since its newest check: no decision stands on that one. */
    isOutdated: z.optional(z.literal(true)),
  }),
);

/** The state of a lead, as the API shows it. */
export const conflictFields = recordFields({
  state: {
    shown: () => z.enum(CONFLICT_STATES),
    ...(HAS_PROSE && {
      description: "The state: what the last check found, or what a person has decided.",
      example: "cleared",
    }),
  },
  check_id: {
    shown: () => z.nullable(z.uuid()),
    ...(HAS_PROSE && {
      description: "The id of the check that the state stands on; null for none.",
      example: EXAMPLE_IDS.lead,
    }),
  },
  at: {
    shown: () => z.nullable(instant()),
    ...(HAS_PROSE && { description: "When the state was set; null if it never was.", example: null }),
  },
});
