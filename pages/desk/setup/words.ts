import { choosePlural, fill } from "../../shared/fill.ts";
import { age } from "../dates.ts";
import { LOCALE, t } from "../texts.ts";

type Plural = Parameters<typeof choosePlural>[0];

/** Returns a text with a count, in the form that the count has in the page's language. */
export const counted = (text: Plural, count: number): string =>
  fill(choosePlural(text, count, LOCALE), { count: String(count) });

/** Returns names as the page's language lists them, `Mei, Daniel and Ruth`. */
export const listWords = (names: readonly string[]): string => new Intl.ListFormat(LOCALE).format(names);

/** Returns how long ago an instant was, in words. */
export const ago = (instant: string): string => {
  const passed = age(instant);
  return passed === t().parts.now ? t().setup.justNow : fill(t().setup.ago, { age: passed });
};
