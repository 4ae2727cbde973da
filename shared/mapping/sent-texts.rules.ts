import { findValue, type Rule, type RuleOf } from "./find-values.rules.ts";
import { FULL_NAME, NAMES, type ReadTexts } from "./read-texts.rules.ts";
import { sentText } from "./value.rules.ts";

/** The sender's text for a target, and a name of its place: empty for nothing, null for a constant of the mapping. */
type SentText = { readonly text: string | null; readonly place: string };

/** Keys: targets. */
export type SentTexts = ReadonlyMap<string, SentText>;

type Places = {
  readonly ruleOf: RuleOf;
  readonly jsonFields: readonly string[];
  /** The targets that take other values: those of the firm's fields, and those of any number of names. */
  readonly otherTargets: readonly string[];
};

/** Returns what was sent for each text, and for each other target whatever its present type is. */
export const sentTexts = (
  json: unknown,
  { targets, found, split }: ReadTexts,
  { ruleOf, jsonFields, otherTargets }: Places,
): SentTexts => {
  const sent = (target: string, { value }: Rule, text: string): readonly [string, SentText] => {
    // The place of a name is also that of the full name.
    const places = NAMES.includes(target) ? [target, FULL_NAME] : [target];
    return [
      target,
      { text: value === undefined ? text : null, place: placeName(places.map(ruleOf), jsonFields) },
    ];
  };
  return new Map([
    ...targets.map((target) =>
      sent(target, ruleOf(split.includes(target) ? FULL_NAME : target), found[target] ?? ""),
    ),
    ...otherTargets.map((target) => sent(target, ruleOf(target), sentText(findValue(json, ruleOf(target))))),
  ]);
};

/** Names a place: its paths, and the texts on the way whose JSON is read. */
const placeName = (rules: readonly Rule[], jsonFields: readonly string[]): string => {
  const paths = rules.map((rule) => rule.paths);
  const parsed = jsonFields.filter((field) => paths.flat().some((path) => isWithin(path, field)));
  return JSON.stringify([paths, parsed]);
};

const isWithin = (path: string, field: string) =>
  path.startsWith(field) && ["", ".", "["].includes(path.charAt(field.length));
