import { isBlankInput } from "../schema/json-path.ts";
import { LIMITS } from "../schema/limits.ts";
import { isLongerThan } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import { findValue, type RuleOf, type Target } from "./find-values.rules.ts";
import { readText } from "./value.rules.ts";

/** Names by their targets, without blank and repeated ones. */
export type Lists = Readonly<Record<string, readonly string[]>>;

/** Reads the names at targets that take any number of them: a text, whose lines are names, or a list of texts. */
export const readLists = (json: unknown, ruleOf: RuleOf, targets: readonly Target[]) => {
  const readings = targets.map(({ target }) => {
    const read = entriesOf(findValue(json, ruleOf(target))).map((entry) => readText(entry));
    const names = [...new Set(read.flatMap(({ value }) => value || []))].slice(0, LIMITS.listEntries);
    const isCut = names.some((name) => isLongerThan(name, LIMITS.nameCharacters));
    const message = isCut ? TOO_LONG : read.find(({ problem }) => problem !== undefined)?.problem;
    return { target, names: names.map(cut), message };
  });
  return {
    found: Object.fromEntries(readings.map(({ target, names }) => [target, names])) as Lists,
    misfits: readings.flatMap(({ target, message }): Violation[] =>
      message === undefined ? [] : [{ field: target, message }],
    ),
  };
};

const entriesOf = (input: unknown): unknown[] =>
  [input].flat().flatMap((entry) => {
    if (isBlankInput(entry)) return [];
    return typeof entry === "string" ? entry.split(/\r\n|[\n\r\u2028\u2029]/) : [entry];
  });

const TOO_LONG = `must have at most ${LIMITS.nameCharacters} characters`;

const cut = (name: string) => [...name.toWellFormed()].slice(0, LIMITS.nameCharacters).join("").trim();
