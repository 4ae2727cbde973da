import { handler as archive } from "../../functions/leads/archive-lead.ts";
import { handler as create } from "../../functions/leads/create-lead.ts";
import { handler as unarchive } from "../../functions/leads/unarchive-lead.ts";
import { handler as patch } from "../../functions/leads/update-lead.ts";
import { ADA } from "../support/leads.ts";
import type { LeadHistory } from "./history.ts";
import type { RandomInput } from "./random-input.ts";
import { type Answer, ENDPOINTS, outcomeOf, RULE, send, type World } from "./world.ts";

type Options = {
  readonly world: World;
  readonly random: RandomInput;
  readonly problems: string[];
  readonly book: (leadId: string) => Promise<Answer>;
};

/** Returns the workers' actions on leads with a deadline or a next contact that is almost due. */
export const newLeadActions = ({ world, random, problems, book }: Options) => {
  const { members } = world;
  const leads: LeadHistory[] = [];
  const pool: LeadHistory[] = [];
  const soon = () => new Date(Date.now() + random.seconds() * 1_000).toISOString();
  const add = (id: string) => {
    const lead: LeadHistory = { id, nextContacts: [], answered: null, wasHidden: false };
    leads.push(lead);
    pool.push(lead);
  };

  /** On a busy machine, its turn may come by the sweep. */
  const created = async () => {
    const answer = await send(world, create, { body: { ...ADA, email: null, phone: "ask" } });
    const { id } = answer.response.body;
    world.isCleared(id, false, answer.during);
    add(id);
    return answer;
  };

  /** Stores a lead as a creation does that has a short deadline: the shortest of a rule is a minute. */
  const stored = async () => {
    const assigneeId = random.pick(members) ?? null;
    const lead = { respondBy: soon(), routingRule: RULE.key, assigneeId, email: "", phone: "ask" };
    add(await world.storeLead(lead));
    return nextContact();
  };

  const withLead = async (act: (lead: LeadHistory) => Promise<Answer>): Promise<Answer> => {
    const lead = random.pick(pool);
    if (lead === undefined) return created();
    pool.splice(pool.indexOf(lead), 1);
    const answer = await act(lead);
    pool.push(lead);
    const { status } = answer.response;
    if (status !== 200 && status !== 201 && status !== 409 && status !== 422)
      problems.push(`${outcomeOf(answer.response)} for the lead ${lead.id}`);
    return answer;
  };

  const nextContact = () =>
    withLead(async (lead) => {
      const instant = random.chance(0.8) ? soon() : null;
      const answer = await send(world, patch, { id: lead.id, body: { next_contact_at: instant } });
      lead.nextContacts.push({ instant, set: answer.during });
      return answer;
    });

  /** Hides a lead for a moment, in the archive or in a terminal stage. */
  const hidden = () =>
    withLead(async (lead) => {
      lead.wasHidden = true;
      const { id } = lead;
      const isArchived = random.chance(0.5);
      await send(world, isArchived ? archive : patch, { id, body: { status: "lost" } });
      return send(world, isArchived ? unarchive : patch, { id, body: { status: "new" } });
    });

  const booked = () =>
    withLead(async (lead) => {
      const answer = await book(lead.id);
      if (answer.response.status === 201) lead.answered ??= answer.during;
      return answer;
    });

  /** Changes who is eligible; the first member always is. */
  const memberAway = () => {
    const [, ...others] = members;
    const body = { active: random.chance(0.5) };
    return send(world, ENDPOINTS.updateMember, { id: random.pick(others), body });
  };

  const actions: Record<string, () => Promise<Answer>> = {
    "create lead": created,
    "awaiting lead": stored,
    "next contact": nextContact,
    "hide lead": hidden,
    "book lead": booked,
    "member away": memberAway,
  };
  return { actions, leads };
};
