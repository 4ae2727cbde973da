import type { Link } from "./link-api.ts";

/** A language that a firm may choose for the page. */
export type Language = NonNullable<Link["language"]>;

/** The page's language, and the locale in which it writes dates, `en` and `en-GB`. */
export type Wording = { readonly language: Language; readonly locale: string };

const LANGUAGES: readonly Language[] = ["en", "es", "de", "fr"];

const languageOf = (tag: string): Language | undefined =>
  LANGUAGES.find((language) => language === tag.toLowerCase().split("-")[0]);

/** Returns true if the browser knows this tag. Some systems name an invalid one, `en-US@posix`. */
const isKnown = (tag: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
};

/**
 * Chooses the firm's language, else the visitor's first one that the page has, else English. Dates follow the visitor's
 * region if the visitor has the language.
 * @param visitors the tags of the visitor's languages, the preferred one first
 */
export const chooseWording = (firms: Language | null, visitors: readonly string[]): Wording => {
  const known = visitors.filter(isKnown);
  const language = firms ?? known.map(languageOf).find((each) => each !== undefined) ?? "en";
  return { language, locale: known.find((tag) => languageOf(tag) === language) ?? language };
};
