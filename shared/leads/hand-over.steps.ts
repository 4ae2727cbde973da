import type { Change } from "../api/change.ts";
import { eligibleIds } from "../routing/eligible-members.rules.ts";
import { deadlineAfter } from "../routing/response-clock.rules.ts";
import { takeTurn } from "../routing/turn.store.ts";
import type { FirmSettings, RoutingRule } from "../settings/firm.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Reader } from "../table/read-records.ts";
import { activityAt, type Lead } from "./lead.rules.ts";
import { withDeadline } from "./lead-due.rules.ts";
import { membersOf } from "./route-lead.steps.ts";

/** How often the deadline of a lead can start anew. */
const HAND_OVERS_MAXIMUM = 3;

export type HandOverContext = {
  readonly firmId: FirmId;
  readonly settings: FirmSettings;
  readonly change: Change;
  readonly read: Reader;
};

const ruleOf = ({ routingRule }: Lead, { routing }: FirmSettings) =>
  routing.find(({ key }) => key === routingRule);

/** Returns a lead whose deadline has passed, handed over to another member if its rule says so. */
export const withMissedDeadline = (lead: Lead, context: HandOverContext): Promise<Lead> | Lead => {
  const rule = ruleOf(lead, context.settings);
  const isHandedOver =
    rule?.escalate === "next" && rule.respondWithinMinutes !== null && lead.overdueCount < HAND_OVERS_MAXIMUM;
  const overdue: Lead = { ...lead, isOverdue: true, overdueCount: lead.overdueCount + 1 };
  return isHandedOver ? withTurn(overdue, rule, context) : overdue;
};

/** Returns a lead after a try to give it the turn that it is owed; none if somebody has taken the lead meanwhile. */
export const withOwedTurn = (lead: Lead, context: HandOverContext): Promise<Lead> | Lead => {
  const rule = ruleOf(lead, context.settings);
  const isWaiting = lead.assigneeId === null || lead.isOverdue === true;
  return rule && isWaiting ? withTurn(lead, rule, context) : { ...lead, turnOwed: undefined };
};

/**
 * Gives a lead to the next eligible member other than its present one. If its deadline has passed, it starts anew: the
 * former one stays where there is nobody else, or the office does not open in time.
 */
const withTurn = async (lead: Lead, rule: RoutingRule, context: HandOverContext): Promise<Lead> => {
  const { firmId, settings, change, read } = context;
  const nowMilliseconds = Date.parse(change.at);
  const found = await read({ members: membersOf(firmId, rule) });
  const members = found.members.flatMap((member) => member ?? []);
  const eligible = eligibleIds(members, { nowMilliseconds, formerId: lead.assigneeId });
  const { turn } = await read({ turn: takeTurn(firmId, rule, eligible) });
  const after: Lead = { ...lead, turnOwed: turn.isOwed || undefined };
  if (turn.memberId === null) return after;
  const assigned = { ...after, assigneeId: turn.memberId, lastActivityAt: activityAt(lead, change.at) };
  const respondBy = lead.isOverdue ? deadlineAfter(nowMilliseconds, rule, { ...settings, members }) : null;
  return respondBy === null ? assigned : withDeadline(assigned, respondBy, change.at);
};
