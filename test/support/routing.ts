import { withRings } from "../../shared/routing/rule-rings.rules.ts";
import type { RoutingRule } from "../../shared/settings/firm.rules.ts";
import { routingRuleFields } from "../../shared/settings/routing.contract.ts";

/** Returns a rule that fits every lead, without a deadline; with its ring. */
export const newRule = (changes: Partial<RoutingRule> = {}): RoutingRule => {
  const rule: RoutingRule = {
    ...routingRuleFields.initial,
    key: "all",
    when: [],
    members: [{ id: "ana", weight: 1 }],
    respondWithinMinutes: null,
    clock: "always",
    escalate: "none",
    ...changes,
  };
  return { ...rule, ...withRings([rule], { routing: [], version: 1 })[0] };
};
