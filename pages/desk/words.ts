import { choosePlural, fill } from "../shared/fill.ts";
import { relativeDay } from "./dates.ts";
import { LOCALE, t } from "./texts.ts";

type Plural = Parameters<typeof choosePlural>[0];

/** Returns a text with a count, in the form that the count has in the page's language. */
export const counted = (text: Plural, count: number): string =>
  fill(choosePlural(text, count, LOCALE), { count: String(count) });

export const secondsText = (milliseconds: number): string =>
  counted(t().parts.seconds, Math.max(0, Math.round(milliseconds / 1_000)));

/** Returns names as the page's language lists them, `Mei, Daniel and Ruth`. */
export const listWords = (names: readonly string[]): string => new Intl.ListFormat(LOCALE).format(names);

/** Divides a list by days, each with its entries in their order. */
export const byDay = <Item>(
  items: readonly Item[],
  instantOf: (item: Item) => string,
): [day: string, items: Item[]][] => {
  const days = new Map<string, Item[]>();
  for (const item of items) {
    const day = relativeDay(instantOf(item));
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days];
};
