import { NO_CONTACT } from "../schema/contact-text.ts";
import { listInLine, type Problem, problemOf } from "../schema/rejection.ts";
import { truncate } from "../schema/text.ts";
import { firstPerField, type Violation } from "../schema/violations.ts";
import { DATA_PREFIX } from "../settings/custom-data.rules.ts";
import type { CustomField } from "../settings/firm.rules.ts";

/** The sentences about missing texts, by their targets. */
const MISSING: Readonly<Record<string, string>> = {
  first_name: "No first name found.",
  last_name: "No last name found.",
  email: NO_CONTACT,
};

/** Other targets that may hold a target's value. */
export const ALTERNATIVES: Readonly<Record<string, string>> = {
  first_name: "full_name",
  last_name: "full_name",
  email: "phone",
};

const isMissing = ({ message }: Violation) => message.startsWith("is required");

/** Replaces the violation of the first name, for which the sender has no field. */
const ONE_NAME: Violation = {
  field: "full_name",
  message: "has one word, which is the last name: send two, or give first_name a fallback",
};

/** Returns violations with the reason for a missing first name: the full name has one word. */
export const withOneName = (violations: readonly Violation[]): Violation[] =>
  violations.map((each) => (each.field === "first_name" && isMissing(each) ? ONE_NAME : each));

/**
 * Returns the first violation of each target. Leaves out a missing value if one at its own or another target is invalid:
 * that one is the reason.
 */
export const reasons = (violations: readonly Violation[]): Violation[] => {
  const fields = new Set(violations.filter((each) => !isMissing(each)).map(({ field }) => field));
  const isExplained = ({ field }: Violation) => fields.has(field) || fields.has(ALTERNATIVES[field] ?? "");
  return firstPerField(violations.filter((each) => !(isMissing(each) && isExplained(each))));
};

type Places = {
  readonly customFields: readonly CustomField[];
  /** The paths that were read for the value. */
  readonly looked: readonly string[];
  /** Paths that nothing reads. */
  readonly unused: readonly string[];
};

/** Puts a violation into sentences. Names a field of the firm by its label. Values of the JSON are never part of one. */
export const explain = (violation: Violation, { customFields, looked, unused }: Places): Problem => {
  const { field } = violation;
  const label = customFields.find(({ key }) => DATA_PREFIX + key === field)?.label;
  const problem = problemOf(violation, label && truncate(label, LABEL_CHARACTERS));
  return {
    field,
    sentence: (isMissing(violation) ? MISSING[field] : undefined) ?? problem.sentence,
    places: [...line("Looked at ", looked), ...line("Nothing uses ", unused)],
  };
};

const LABEL_CHARACTERS = 40;

const line = (start: string, paths: readonly string[]): string[] =>
  paths.length === 0 ? [] : [listInLine(start, paths)];
