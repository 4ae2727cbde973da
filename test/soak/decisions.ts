import type { RandomInput } from "./random-input.ts";
import { type Answer, ENDPOINTS, outcomeOf, send, type World } from "./world.ts";

const { createCheck, decideCheck } = ENDPOINTS;

/** Checks a lead, and decides whether it may be booked. The check of a cleared lead leaves it so: nothing ever matches. */
const decide = async (world: World, id: string, isCleared: boolean): Promise<Answer> => {
  const checked = await send(world, createCheck, { id });
  const checkId: string = checked.response.body.id;
  const decision = isCleared ? "cleared" : "blocked";
  const body = { decision, member_id: world.members[0], reason: "Known" };
  const answer = await send(world, decideCheck, { id, checkId, body });
  world.isCleared(id, isCleared, answer.during);
  return answer;
};

/**
 * Clears the leads of a firm with a gate.
 * @returns an action that decides anew. It is null without a gate, or while another decision on every lead is under way, so
 * that the order of each lead's decisions is known.
 */
export const newDecisions = async (world: World, random: RandomInput, problems: string[]) => {
  const idle = world.hasGate ? [...world.leadIds] : [];
  for (const id of idle) await decide(world, id, true);
  return async (): Promise<Answer | null> => {
    const id = random.pick(idle);
    if (id === undefined) return null;
    idle.splice(idle.indexOf(id), 1);
    const answer = await decide(world, id, random.chance(0.8));
    const outcome = outcomeOf(answer.response);
    if (outcome !== "accepted") problems.push(`${outcome} for a decision on the lead ${id}`);
    idle.push(id);
    return answer;
  };
};
