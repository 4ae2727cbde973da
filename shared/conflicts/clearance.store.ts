import { CLEARED_STATES } from "../leads/clearance.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { leadKey } from "../table/record-keys.ts";

const CLEARED = Object.fromEntries(CLEARED_STATES.map((state) => [`:${state}`, state]));

/** The states by which a lead can be booked, as conditions on its item. */
const CONDITIONS = {
  all: [`#conflict.#state IN (${Object.keys(CLEARED).join(", ")})`, CLEARED],
  none: ["(attribute_not_exists(#conflict) OR #conflict.#state <> :blocked)", { ":blocked": "blocked" }],
} as const;

/**
 * Requires that a lead can still be booked: nothing without a gate. A merged lead cannot, whatever its own state: its
 * consultations are the survivor's.
 */
export const clearanceCondition = (
  firm: FirmId,
  { id }: Pick<Lead, "id">,
  { conflictGate: { enabled, required } }: Pick<FirmSettings, "conflictGate">,
): Write[] => {
  if (!enabled) return [];
  const [condition, values] = CONDITIONS[required];
  return [
    {
      ConditionCheck: {
        Key: leadKey(firm, id),
        ConditionExpression: `attribute_exists(pk) AND attribute_not_exists(mergedInto) AND ${condition}`,
        ExpressionAttributeNames: { "#conflict": "conflict", "#state": "state" },
        ExpressionAttributeValues: values,
      },
    },
  ];
};
