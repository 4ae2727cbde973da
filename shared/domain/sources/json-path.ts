/** A way into JSON: an object's own key, a list's index, or the first entry of a list that has a certain value. */
export type Step =
  | { readonly key: string }
  | { readonly index: number }
  | { readonly having: readonly Step[]; readonly value: string };

const STEP =
  /(?:^|(?<!^)\.)(?<key>[^.[\]]+)|\[(?<index>\d{1,6})\]|\["(?<quoted>[^"]+)"\]|\[(?<having>[^[\]="]+)=(?<value>[^\]]*)\]/y;

/**
 * Reads `answers[0].value`, `["e.mail"]` or `answers[field.ref=phone].text`. The last form is for lists of answers:
 * a question that was left out moves those behind it, so what an entry says tells more than its place.
 * @returns null when the text is no path
 */
export const parsePath = (text: string): Step[] | null => {
  const steps: Step[] = [];
  const expression = new RegExp(STEP);
  while (expression.lastIndex < text.length) {
    const step = stepOf(expression.exec(text)?.groups);
    if (step === null) return null;
    steps.push(step);
  }
  return steps.length === 0 ? null : steps;
};

const stepOf = (found: Record<string, string | undefined> | undefined): Step | null => {
  if (found === undefined) return null;
  const { index, having, value = "" } = found;
  if (index !== undefined) return { index: Number(index) };
  if (having === undefined) return { key: found.key ?? found.quoted ?? "" };
  const steps = parsePath(having);
  return steps && { having: steps, value };
};

/** What is at the end of the way; undefined when it leads nowhere. Nothing inherited is ever found. */
export const valueAt = (json: unknown, steps: readonly Step[]): unknown => {
  let value = json;
  for (const step of steps) value = stepInto(value, step);
  return value;
};

const stepInto = (value: unknown, step: Step): unknown => {
  if (Array.isArray(value)) return entryOf(value, step);
  if (typeof value !== "object" || value === null || !("key" in step)) return undefined;
  return Object.hasOwn(value, step.key) ? (value as Record<string, unknown>)[step.key] : undefined;
};

const entryOf = (list: readonly unknown[], step: Step): unknown => {
  if ("index" in step) return list[step.index];
  if ("key" in step) return /^\d{1,6}$/.test(step.key) ? list[Number(step.key)] : undefined;
  return list.find((entry) => isText(valueAt(entry, step.having), step.value));
};

const isText = (value: unknown, text: string) =>
  (typeof value === "string" || typeof value === "number") && String(value).trim() === text.trim();
