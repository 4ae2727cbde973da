import * as z from "zod/mini";
import { nonBlankText } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { hasControlCharacters, trimmed } from "../schema/text.ts";

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
