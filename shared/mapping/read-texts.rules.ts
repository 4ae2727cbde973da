import { LIMITS } from "../schema/limits.ts";
import { isLongerThan } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import { divide, type RuleOf, readTarget, type Target } from "./find-values.rules.ts";
import { splitName } from "./full-name.rules.ts";
import { READERS, readExternalId, readText, type TextReading } from "./value.rules.ts";

/** The targets that a full name can fill. */
export const NAMES: readonly string[] = ["first_name", "last_name"];

export const FULL_NAME = "full_name";
const EXTERNAL_ID = "external_id";

/** Texts by their targets. */
type Texts = Readonly<Record<string, string>>;

export type ReadTexts = {
  readonly targets: readonly string[];
  readonly found: Texts;
  /** Texts for a new record that has none of its own. */
  readonly fallback: Texts;
  readonly externalId: string | null;
  /** The names that are parts of the full name. */
  readonly split: readonly string[];
  /** True if the name is only a full name of one word, which is the last name. */
  readonly hasOneName: boolean;
  /** The violations of values that cannot be used. */
  readonly problems: readonly Violation[];
};

/** Reads the texts at targets, and of missing names those in the full name. */
export const readTexts = (
  json: unknown,
  ruleOf: RuleOf,
  { texts, cutsNames }: { readonly texts: readonly Target[]; readonly cutsNames: boolean },
): ReadTexts => {
  const problems: Violation[] = [];
  const read = (target: string, reader: (input: unknown) => TextReading = readText) =>
    readTarget(json, ruleOf(target), (input) => {
      const { value, problem } = reader(input);
      const used = problem === undefined || cutsNames ? value : undefined;
      if (problem !== undefined && used === undefined) problems.push({ field: target, message: problem });
      return used;
    });
  const targets = texts
    .map(({ target }) => target)
    .filter((each) => ![FULL_NAME, EXTERNAL_ID].includes(each));
  const own = divide(targets.map((target) => [target, read(target, READERS[target])]));
  const full = NAMES.every((name) => name in own.found) ? NOTHING : read(FULL_NAME, READERS.full_name);
  const names = splitName(full.found);
  const found: Texts = { ...names, ...own.found };
  return {
    targets,
    found,
    fallback: { ...splitName(full.fallback), ...own.fallback },
    externalId: read(EXTERNAL_ID, readExternalId).found ?? null,
    split: Object.keys(names).filter((name) => !(name in own.found)),
    hasOneName: full.found !== undefined && !("first_name" in found || "last_name" in own.found),
    problems,
  };
};

/** Returns texts with names of the length that they may have, and the violations of longer ones. */
export const cutNames = (texts: Texts): { readonly texts: Texts; readonly cuts: readonly Violation[] } => {
  const maximum = LIMITS.nameCharacters;
  const long = NAMES.filter((name) => isLongerThan(texts[name] ?? "", maximum));
  const cut = long.map((name) => [name, [...(texts[name] ?? "")].slice(0, maximum).join("")]);
  return {
    texts: { ...texts, ...Object.fromEntries(cut) },
    cuts: long.map((field) => ({ field, message: `must have at most ${maximum} characters` })),
  };
};

const NOTHING = { found: undefined, fallback: undefined };
