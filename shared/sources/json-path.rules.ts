/** A step into JSON: a key, an index, or the first list entry that has `value` at the path `where`. */
export type Step =
  | { readonly key: string }
  | { readonly index: number }
  | { readonly where: readonly Step[]; readonly value: string };

const STEP =
  /(?:^|(?<!^)\.)(?<key>[^.[\]]+)|\[(?<index>\d{1,6})\]|\["(?<quoted>[^"]+)"\]|\[(?<where>[^[\]="]+)=(?<value>[^\]]*)\]/y;

const STEPS_MAXIMUM = 64;
/** Lists of answers are short: no field searches more entries than these. */
const SEARCHED_ENTRIES_MAXIMUM = 1_000;

/**
 * Parses `answers[0].value`, `["e.mail"]` or `answers[field.ref=phone].text`. The last form is for lists of
 * answers: an omitted question shifts those after it, so content identifies an entry better than its index.
 * @returns null if the text is not a path, or has more steps than JSON may be deep
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
  const { index, where, value = "" } = groups;
  if (index !== undefined) return { index: Number(index) };
  if (where === undefined) return { key: groups.key ?? groups.quoted ?? "" };
  const steps = parsePath(where);
  return steps && { where: steps, value };
};

/** The value at the path; undefined if there is none. Inherited properties are never read. */
export const valueAt = (json: unknown, steps: readonly Step[]): unknown => {
  let value = json;
  for (const step of steps) {
    if (value === undefined) return undefined;
    value = stepInto(value, step)?.value;
  }
  return value;
};

/** A value, and its key or index in the object or list that has it. */
export type Entry = { readonly key: string | number; readonly value: unknown };

/** Where one step leads; null if there is nothing. */
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

const listIndex = (list: readonly unknown[], step: Step): number => {
  if ("index" in step) return step.index;
  if ("key" in step) return /^\d{1,6}$/.test(step.key) ? Number(step.key) : -1;
  return list
    .slice(0, SEARCHED_ENTRIES_MAXIMUM)
    .findIndex((entry) => equalsText(valueAt(entry, step.where), step.value));
};

const equalsText = (value: unknown, text: string) =>
  (typeof value === "string" || typeof value === "number") && String(value).trim() === text.trim();
