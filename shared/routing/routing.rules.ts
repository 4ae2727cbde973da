import { allHold } from "../settings/condition.rules.ts";
import type { CustomData } from "../settings/custom-data.rules.ts";
import type { RoutingRule } from "../settings/firm.rules.ts";

/** What rules know of a new lead. */
export type RoutedLead = {
  readonly source: string;
  readonly data: CustomData;
  readonly assigneeId: string | null;
};

/** Returns the first rule that fits a lead. */
export const fittingRule = (
  rules: readonly RoutingRule[],
  { source, data }: Pick<RoutedLead, "source" | "data">,
): RoutingRule | undefined => rules.find(({ when }) => allHold({ source, data }, when));

/** Returns whether it takes the rule's members to route a lead: for a turn, or for the hours of its clock. */
export const needsMembers = (
  { respondWithinMinutes, clock }: RoutingRule,
  { assigneeId }: Pick<RoutedLead, "assigneeId">,
): boolean => assigneeId === null || (respondWithinMinutes !== null && clock === "office_hours");
