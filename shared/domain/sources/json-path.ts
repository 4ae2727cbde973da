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
    value = stepInto(value, step);
  }
  return value;
};

const stepInto = (value: unknown, step: Step): unknown => {
  if (Array.isArray(value)) return listEntry(value, step);
  if (typeof value !== "object" || value === null || !("key" in step)) return undefined;
  return Object.hasOwn(value, step.key) ? (value as Record<string, unknown>)[step.key] : undefined;
};

const listEntry = (list: readonly unknown[], step: Step): unknown => {
  if ("index" in step) return list[step.index];
  if ("key" in step) return /^\d{1,6}$/.test(step.key) ? list[Number(step.key)] : undefined;
  return list
    .slice(0, SEARCHED_ENTRIES_MAXIMUM)
    .find((entry) => equalsText(valueAt(entry, step.where), step.value));
};

const equalsText = (value: unknown, text: string) =>
  (typeof value === "string" || typeof value === "number") && String(value).trim() === text.trim();
