import type { Member } from "../members/member.rules.ts";
import { allHold } from "../settings/condition.rules.ts";
import type { CustomData } from "../settings/custom-data.rules.ts";
import type { RoutingRule } from "../settings/firm.rules.ts";
import { timeOffWithin } from "../time/working-time.rules.ts";

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

/** Returns the ids of those who can take a turn: active, not on time off, and not the one who had the lead. */
export const eligibleIds = (
  members: readonly Pick<Member, "id" | "active" | "timeOff" | "timeZone">[],
  { nowMilliseconds, formerId = null }: { nowMilliseconds: number; formerId?: string | null },
): ReadonlySet<string> => {
  const now = { start: nowMilliseconds, end: nowMilliseconds + 1 };
  return new Set(
    members
      .filter(({ active, timeOff, timeZone }) => active && timeOffWithin(timeOff, timeZone, now).length === 0)
      .map(({ id }) => id)
      .filter((id) => id !== formerId),
  );
};
