/** A text with a form for each plural category of its language. */
type Plural = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/**
 * Returns the parts of a text, with values in their places. A full stop is left out after a value that ends with one, as
 * `3:00 p.m.` does.
 */
export const fillParts = <Value>(
  text: string,
  values: Readonly<Record<string, Value>>,
): (Value | string)[] => {
  const places = new Map(Object.entries(values).map(([name, value]) => [`{${name}}`, value]));
  const parts = text.split(/(\{\w+\})/).map((part) => places.get(part) ?? part);
  return parts
    .map((part, index) =>
      typeof part === "string" && part.startsWith(".") && textOf(parts[index - 1]).endsWith(".")
        ? part.slice(1)
        : part,
    )
    .filter((part) => part !== "");
};

/** Returns the text of a node, or the text itself. */
const textOf = (part: unknown): string => String(Object(part).textContent ?? part);

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  fillParts(text, values).join("");

/** Isolates a text from outside in a sentence, whose direction it cannot change. */
export const isolated = (text: string): string => `\u2068${text}\u2069`;

/** @param language the language of the text, not of the visitor */
export const choosePlural = (text: Plural, count: number, language: string): string =>
  text[new Intl.PluralRules(language).select(count)] ?? text.other;
