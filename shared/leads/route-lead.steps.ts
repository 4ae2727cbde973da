import { cachedMemberRecord } from "../members/member.store.ts";
import { fittingRule, needsMembers, type RoutedLead } from "../routing/routing.rules.ts";
import { takeTurn } from "../routing/turn.store.ts";
import { dataChange } from "../settings/custom-data.rules.ts";
import type { FirmSettings, RoutingRule } from "../settings/firm.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type Reader, uncached } from "../table/read-records.ts";
import type { Lead } from "./lead.rules.ts";
import { withDeadline } from "./lead-due.rules.ts";

/** Reads the members of a rule, from the cache. */
export const membersOf = (firm: FirmId, { members }: RoutingRule) =>
  members.map(({ id }) => cachedMemberRecord(firm, id));

/**
 * Reads the members that it takes to route a lead into the cache, together with other reads. Always asks the table, so
 * that the claim of an Idempotency-Key is looked for before a turn is taken. Undefined without a rule that fits.
 */
export const membersAhead = (firm: FirmId, json: Input, settings: FirmSettings | undefined) => {
  if (!settings?.routing.length) return undefined;
  const lead = leadIn(json, settings);
  const rule = fittingRule(settings.routing, lead);
  if (rule === undefined) return undefined;
  return needsMembers(rule, lead) ? membersOf(firm, rule).map(uncached) : [];
};

/** The part of an unvalidated body that rules judge. */
type Input = { readonly source?: unknown; readonly data?: unknown; readonly assignee_id?: unknown };

const leadIn = ({ source, data, assignee_id = null }: Input, { leadFields }: FirmSettings): RoutedLead => ({
  source: String(source),
  data: dataChange(data, leadFields).set,
  assigneeId: assignee_id === null ? null : String(assignee_id),
});

/** They need the offsets of time zones, which a firm without rules does not wait for. */
const loadTimes = () =>
  Promise.all([import("../routing/response-clock.rules.ts"), import("../routing/eligible-members.rules.ts")]);

type Context = { readonly settings: FirmSettings; readonly nowMilliseconds: number };

/**
 * Returns a new lead with the deadline of its rule and, if nobody was named for it, the member whose turn it is. Reads
 * nothing without a rule.
 */
export const routedLead = async (
  firm: FirmId,
  lead: Lead,
  { settings, nowMilliseconds }: Context,
  read: Reader,
): Promise<Lead> => {
  const rule = settings.routing.find(({ key }) => key === lead.routingRule);
  if (rule === undefined) return lead;
  const [{ deadlineAfter }, { eligibleIds }] = await loadTimes();
  const found = await read({ members: needsMembers(rule, lead) ? membersOf(firm, rule) : [] });
  const members = found.members.flatMap((member) => member ?? []);
  const respondBy = deadlineAfter(Date.parse(lead.capturedAt), rule, { ...settings, members });
  const routed = withDeadline(lead, respondBy, new Date(nowMilliseconds).toISOString());
  if (lead.assigneeId !== null) return routed;
  const { turn } = await read({ turn: takeTurn(firm, rule, eligibleIds(members, { nowMilliseconds })) });
  return { ...routed, assigneeId: turn.memberId, ...(turn.isOwed && { turnOwed: true }) };
};
