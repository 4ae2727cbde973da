import { leadChangesBody } from "../leads/lead-fields.contract.ts";
import { CONTACT_FIELDS } from "../schema/contact-fields.ts";
import { addressIn, hasNoDigit, numberIn } from "../schema/contact-text.ts";
import { LIMITS } from "../schema/limits.ts";
import { isLongerThan } from "../schema/text.ts";
import { firstPerField, toViolations, type Violation } from "../schema/violations.ts";
import type { Source } from "./source.rules.ts";
import { NAMES } from "./source-mapping.rules.ts";

/** Texts of a lead by their names. */
type Texts = Readonly<Record<string, string>>;

/** The texts that a lead gets, and the violations of those that it does not get, or not whole. */
type GivenTexts = { readonly texts: Texts; readonly omitted: readonly Violation[] };

type Context = Pick<Source, "invalidData"> & {
  readonly fallbacks: Texts;
  /** The violations of values that are no text. */
  readonly violations: readonly Violation[];
};

/**
 * Divides the texts of a delivery into those that a lead gets, and those that it goes without. An existing lead has a
 * contact. A new one goes without a contact only if another one remains: otherwise `unusable` says why it cannot be.
 */
export const divideTexts = (
  sent: Texts,
  { invalidData, fallbacks, violations }: Context,
): { existing: GivenTexts; created: GivenTexts; unusable: readonly Violation[] } => {
  const { texts: named, omitted: cut } =
    invalidData === "omit" ? cutNames(sent) : { texts: sent, omitted: [] };
  const texts = contactsAsMeant(named);
  const unusable = contactViolations(texts, violations);
  const omitted = [...unusable, ...(hasNoDigit(texts.phone ?? "0") ? [NO_NUMBER] : [])];
  const usable = without(texts, omitted);
  const existing = { texts: usable, omitted: [...cut, ...omitted] };
  const isContactLeft = CONTACT_FIELDS.some((field) => usable[field] ?? fallbacks[field]);
  return isContactLeft
    ? { existing, created: existing, unusable: [] }
    : { existing, created: { texts, omitted: cut }, unusable };
};

const NO_NUMBER: Violation = { field: "phone", message: "must have digits" };

const isContact = ({ field }: Violation) => CONTACT_FIELDS.some((contact) => contact === field);

/** Returns the violations that have nothing to do with a contact. */
export const withoutContacts = (violations: readonly Violation[]): Violation[] =>
  violations.filter((violation) => !isContact(violation));

const contactsAsMeant = (sent: Texts): Texts => {
  const { email, phone } = sent;
  return {
    ...sent,
    ...(email !== undefined && { email: addressIn(email) }),
    ...(phone !== undefined && { phone: numberIn(phone) }),
  };
};

const contactViolations = ({ email, phone }: Texts, violations: readonly Violation[]): Violation[] => {
  const { error } = leadChangesBody().safeParse({ email, phone });
  return firstPerField([...violations.filter(isContact), ...(error ? toViolations(error, "body") : [])]);
};

const without = (texts: Texts, omitted: readonly Violation[]): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([name]) => !omitted.some(({ field }) => field === name)));

const cutNames = (sent: Texts): GivenTexts => {
  const maximum = LIMITS.nameCharacters;
  const long = NAMES.filter((name) => isLongerThan(sent[name] ?? "", maximum));
  const cut = long.map((name) => [name, [...(sent[name] ?? "")].slice(0, maximum).join("")]);
  return {
    texts: { ...sent, ...Object.fromEntries(cut) },
    omitted: long.map((field) => ({ field, message: `must have at most ${maximum} characters` })),
  };
};
