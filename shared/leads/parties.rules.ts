import { foldedText } from "../schema/folded-text.ts";
import type { Party } from "./party.contract.ts";
import { normalizePhoneNumber } from "./phone-number.rules.ts";

type Parties = readonly Party[] | null;

/**
 * Returns parties with their numbers as a lead's are stored. A number that the lead has already stays as it is, like the
 * lead's own.
 */
export const normalizedParties = async (
  parties: Parties,
  stored: Parties,
  defaultCountry: string,
): Promise<Parties> => {
  const known = new Set(stored?.map(({ phone }) => phone));
  const numberOf = async (phone: string) =>
    known.has(phone) ? phone : normalizePhoneNumber(phone, defaultCountry);
  return (
    parties && Promise.all(parties.map(async (party) => ({ ...party, phone: await numberOf(party.phone) })))
  );
};

const sameText = (name: string) => foldedText(name).split(/\s+/).filter(Boolean).join(" ");

/** Returns whether a party says all that another one says. */
const covers = (party: Party, other: Party): boolean => {
  const names = new Set([party.name, ...party.aliases].map(sameText));
  return (
    party.role === other.role &&
    [other.name, ...other.aliases].every((name) => names.has(sameText(name))) &&
    ["", party.email].includes(other.email) &&
    ["", party.phone].includes(other.phone)
  );
};

/** Returns parties with those of others that they do not have yet, last. */
export const joinedParties = (parties: Parties, others: Parties): Parties => {
  if (others === null) return parties;
  const joined = [...(parties ?? [])];
  for (const other of others) if (!joined.some((party) => covers(party, other))) joined.push(other);
  return joined;
};
