import * as z from "zod/mini";
import { nonBlankText } from "./fields.ts";
import { LIMITS } from "./limits.ts";
import { hasControlCharacters, isBlank, trimmed } from "./text.ts";

/** A step into JSON: a key, an index, or the first list entry that has `value` at the path `where`. */
export type Step =
  | { readonly key: string }
  | { readonly index: number }
  | { readonly where: readonly Step[]; readonly value: string };

const STEP =
  /(?:^|(?<!^)\.)(?<key>[^.[\]]+)|\[(?<index>\d{1,6})\]|\["(?<quoted>[^"]+)"\]|\[(?<where>[^[\]="]+)=(?:"(?<text>[^"]*)"|(?<value>[^\]]*))\]/y;

/** The most steps of a path: as many as JSON may be deep. */
export const STEPS_MAXIMUM = 64;

/**
 * Parses `answers[0].value`, `["e.mail"]` or `answers[field.ref=phone].text`. The last form is for lists of answers: an
 * omitted question shifts those after it, so content identifies an entry better than its index. Its value may be quoted,
 * and then holds brackets, as questions do.
 * @returns null if the text is not a path, or has too many steps
 */
export const parsePath = (text: string): Step[] | null => {
  const steps: Step[] = [];
  const expression = new RegExp(STEP);
  while (expression.lastIndex < text.length) {
    const step = toStep(expression.exec(text)?.groups);
    if (step === null) return null;
    steps.push(step);
  }
  return steps.length === 0 || steps.length > STEPS_MAXIMUM ? null : steps;
};

const toStep = (groups: Record<string, string | undefined> | undefined): Step | null => {
  if (groups === undefined) return null;
  const { index, where, text = "", value = text } = groups;
  if (index !== undefined) return { index: Number(index) };
  if (where === undefined) return { key: groups.key ?? groups.quoted ?? "" };
  const steps = parsePath(where);
  return steps && { where: steps, value };
};

/**
 * Returns the path of a key or an index below another path, which is empty at the top; null if a source can have no
 * such path. The time does not depend on the length of the other path.
 */
export const pathBelow = (path: string, key: string | number): string | null => {
  const step = typeof key === "number" ? `[${key}]` : stepTo(key, path === "");
  return step === null || path.length + step.length > LIMITS.pathCharacters ? null : path + step;
};

const stepTo = (key: string, isFirst: boolean): string | null => {
  if (key.length > LIMITS.pathCharacters || hasControlCharacters(key) || !key.isWellFormed()) return null;
  const isPlain = /^[^.[\]]+$/.test(key) && key === trimmed(key) && !(isFirst && key === "$");
  if (isPlain) return isFirst ? key : `.${key}`;
  return /^[^"]+$/.test(key) ? `["${key}"]` : null;
};

/** Returns whether a text starts like a JSONPath. Its `$` would be a key, which nobody means. */
const startsLikeJsonPath = (text: string) => /^\$[.[]/.test(text);

/** The text of a path. */
export const path = () =>
  nonBlankText(LIMITS.pathCharacters).check(
    z.refine(
      (text) => parsePath(text) !== null && !startsLikeJsonPath(text),
      'must be a path such as contact.email, answers[0].value or ["e.mail"], without $ in front',
    ),
  );

/** Returns the value at the path; undefined if there is none. Never reads inherited properties. */
export const valueAt = (json: unknown, steps: readonly Step[]): unknown => {
  let value = json;
  for (const step of steps) {
    if (value === undefined) return undefined;
    value = stepInto(value, step)?.value;
  }
  return value;
};

export const valueAtPath = (json: unknown, path: string): unknown => valueAt(json, parsePath(path) ?? []);

/** A value, and its key or index in the object or list that has it. */
type Entry = { readonly key: string | number; readonly value: unknown };

/** Returns the entry that one step leads to; null for none. */
export const stepInto = (value: unknown, step: Step): Entry | null => {
  if (Array.isArray(value)) return listEntry(value, step);
  if (typeof value !== "object" || value === null || !("key" in step)) return null;
  const { key } = step;
  return Object.hasOwn(value, key) ? { key, value: (value as Record<string, unknown>)[key] } : null;
};

const listEntry = (list: readonly unknown[], step: Step): Entry | null => {
  const index = listIndex(list, step);
  return index >= 0 && index < list.length ? { key: index, value: list[index] } : null;
};

/** The most entries that one field searches: lists of answers are short. */
const SEARCHED_ENTRIES_MAXIMUM = 1_000;

const listIndex = (list: readonly unknown[], step: Step): number => {
  if ("index" in step) return step.index;
  if ("key" in step) return /^\d{1,6}$/.test(step.key) ? Number(step.key) : -1;
  return list
    .slice(0, SEARCHED_ENTRIES_MAXIMUM)
    .findIndex((entry) => equalsText(valueAt(entry, step.where), step.value));
};

const equalsText = (value: unknown, text: string) =>
  (typeof value === "string" || typeof value === "number") && String(value).trim() === text.trim();

/** Returns whether a sender omitted a value: it is absent, null or text that shows nothing. */
export const isBlankInput = (input: unknown) =>
  input === undefined || input === null || (typeof input === "string" && isBlank(input));

/**
 * Returns the value at a path; undefined for a blank one. Removes blank entries from a list, and replaces a list of one by
 * its entry.
 */
export const givenAtPath = (json: unknown, path: string): unknown => {
  const value = valueAtPath(json, path);
  const given = Array.isArray(value) ? value.filter((entry) => !isBlankInput(entry)) : [value];
  const [first] = given;
  return given.length > 1 ? given : isBlankInput(first) ? undefined : first;
};

/** Returns JSON with another value at a path, if there is one. Copies what leads to it. */
export const withValueAt = (json: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown => {
  const entry = step === undefined ? null : stepInto(json, step);
  if (entry === null) return json;
  const inner = rest.length === 0 ? value : withValueAt(entry.value, rest, value);
  return Array.isArray(json) ? json.with(Number(entry.key), inner) : { ...Object(json), [entry.key]: inner };
};

/** Returns text without white space around it, numbers and booleans as in JSON; null for anything else. */
export const scalarText = (value: unknown): string | null =>
  ["string", "number", "boolean"].includes(typeof value) ? String(value).trim() : null;
