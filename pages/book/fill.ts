/** A text with a form for each plural category of its language. */
export type Plural = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Returns the parts of a text, with values in their places. */
export const fillParts = <Value>(
  text: string,
  values: Readonly<Record<string, Value>>,
): (Value | string)[] => {
  const places = new Map(Object.entries(values).map(([name, value]) => [`{${name}}`, value]));
  return text
    .split(/(\{\w+\})/)
    .map((part) => places.get(part) ?? part)
    .filter((part) => part !== "");
};

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  fillParts(text, values).join("");

/** @param language the language of the text, not of the visitor */
export const choosePlural = (text: Plural, count: number, language: string): string =>
  text[new Intl.PluralRules(language).select(count)] ?? text.other;
