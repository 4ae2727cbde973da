import * as z from "zod/mini";
import { choice } from "../schema/fields.ts";
import { HAS_PROSE } from "../schema/has-prose.ts";
import { asStored, recordFields, recordWithin } from "../schema/record-fields.ts";

/** Which leads can be booked: all but those that a person has blocked, or only those that a person has cleared. */
const REQUIRED = ["none", "all"] as const;

/** Whether and how the firm checks leads for conflicts of interest. */
const conflictGateFields = recordFields({
  enabled: {
    attribute: "enabled",
    ...asStored(() => z.boolean()),
    changed: () => z.boolean(),
    initial: false,
    ...(HAS_PROSE && { description: "Whether the firm has a conflict gate.", example: false }),
  },
  required: {
    attribute: "required",
    ...asStored(() => z.enum(REQUIRED)),
    changed: () => choice(REQUIRED),
    initial: "all",
    ...(HAS_PROSE && {
      description:
        "`all`: only a lead that a person has cleared or waived can be booked. `none`: every lead but a blocked one.",
      example: "all",
    }),
  },
  auto_check: {
    attribute: "autoCheck",
    ...asStored(() => z.boolean()),
    changed: () => z.boolean(),
    initial: false,
    ...(HAS_PROSE && {
      description:
        "Whether the service checks each lead that is new, or whose name, email, phone or parties change.",
      example: false,
    }),
  },
});

/** The gate as a field of a firm. */
export const conflictGate = {
  ...recordWithin(conflictGateFields),
  stored: () => z._default(conflictGateFields.item(), conflictGateFields.initial),
};

const INDEX_STATES = ["off", "building", "complete"] as const;

const conflictIndexFields = recordFields({
  state: {
    attribute: "state",
    ...asStored(() => z.enum(INDEX_STATES)),
    initial: "off",
    ...(HAS_PROSE && {
      description:
        "`building` until the leads that existed when the gate was enabled are indexed; then `complete`.",
      example: "off",
    }),
  },
  indexed: {
    attribute: "indexed",
    ...asStored(() => z.int()),
    initial: 0,
    ...(HAS_PROSE && { description: "How many leads are indexed so far.", example: 0 }),
  },
  /** Counts how often the gate was enabled. */
  generation: { attribute: "generation", stored: () => z.int(), initial: 0 },
  /** The id of the last lead that is indexed; absent before the first. */
  cursor: { attribute: "cursor", stored: () => z.optional(z.string()) },
  /** Set at the end, until what came in meanwhile is checked. The cursor passes all leads once more. */
  isChecking: { attribute: "isChecking", stored: () => z.optional(z.literal(true)) },
});

/** The progress of the index that checks search, as a field of a firm. */
export const conflictIndex = {
  ...(HAS_PROSE && { within: conflictIndexFields, example: conflictIndexFields.example() }),
  initial: conflictIndexFields.initial,
  stored: () => z._default(conflictIndexFields.item(), conflictIndexFields.initial),
  shown: conflictIndexFields.shown,
  show: (index: z.output<ReturnType<typeof conflictIndexFields.item>>) =>
    conflictIndexFields.resource(index, {}),
};
