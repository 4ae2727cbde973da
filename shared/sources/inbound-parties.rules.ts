import type { Lead } from "../leads/lead.rules.ts";
import { joinedParties } from "../leads/parties.rules.ts";
import type { BodyReading, Fields } from "../mapping/read-body.rules.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Violation } from "../schema/violations.ts";
import type { Mapping } from "./source.rules.ts";

/** The targets of names of parties, with their roles. */
const ROLES = { "parties.adverse": "adverse", "parties.related": "related" } as const;

export const PARTY_TARGETS: readonly string[] = Object.keys(ROLES);

/** Returns the targets of parties that a mapping has: nothing is a party by the name of its field alone. */
export const mappedParties = (mapping: Mapping): Fields["texts"] =>
  PARTY_TARGETS.filter((target) => Object.hasOwn(mapping, target)).map((target) => ({
    target,
    defaultPaths: [],
  }));

type Added = Pick<Lead, "parties"> & {
  /** The violations of the names for which a lead has no room. */
  readonly omitted: readonly Violation[];
};

/** Adds the parties that a delivery names to those of a lead, as many as it can have: no lead is lost for one too many. */
export const withNamedParties = (parties: Lead["parties"], names: BodyReading["lists"]): Added => {
  const omitted: Violation[] = [];
  let joined = parties;
  for (const [target, role] of Object.entries(ROLES)) {
    const named = names[target]?.map((name) => ({ role, name, aliases: [], email: "", phone: "" })) ?? [];
    const all = named.length === 0 ? joined : joinedParties(joined, named);
    joined = all?.slice(0, LIMITS.parties) ?? null;
    if (all && all.length > LIMITS.parties) omitted.push({ field: target, message: TOO_MANY });
  }
  return { parties: joined, omitted };
};

const TOO_MANY = `names more than a lead can have: ${LIMITS.parties} parties`;
