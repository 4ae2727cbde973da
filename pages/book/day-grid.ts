import { element } from "./elements.ts";
import { choosePlural, fill } from "./fill.ts";
import type { Page } from "./frame.ts";
import { type LocalDay, shownDates } from "./local-days.ts";

type Grid = {
  readonly first: string;
  readonly days: readonly LocalDay[];
  readonly selected: string | undefined;
  readonly onSelect: (date: string) => void;
};

/** Returns four weeks of days, in which those with free times can be chosen. */
export const dayGrid = (page: Page, { first, days, selected, onSelect }: Grid): HTMLElement => {
  const dates = shownDates(first);
  const { here } = page;
  const countOf = new Map(days.map(({ date, starts }) => [date, starts.length]));
  const heads = dates.slice(0, 7).map((date) => element("span", { class: "head" }, here.weekday(date)));
  const cells = dates.map((date, index) => {
    const month = monthThatBegins(page, dates[index - 1], date);
    const face = [
      element("span", { class: "number" }, here.dayOfMonth(date)),
      month && element("span", { class: "month" }, month),
    ];
    const count = countOf.get(date);
    if (count === undefined) return element("span", { class: "day", "aria-hidden": "true" }, ...face);
    return element(
      "label",
      { class: "day free" },
      element("input", {
        type: "radio",
        name: "day",
        value: date,
        checked: date === selected,
        "aria-label": labelOf(page, date, count),
        onchange: () => onSelect(date),
      }),
      element("span", { class: "face", "aria-hidden": "true" }, ...face),
    );
  });
  return element(
    "div",
    { class: "grid" },
    element("div", { class: "week", "aria-hidden": "true" }, ...heads),
    element("div", { class: "weeks" }, ...cells),
  );
};

const labelOf = ({ texts, language, here }: Page, date: string, count: number) =>
  fill(choosePlural(texts.days.free, count, language), {
    day: here.longDate(date),
    count: String(count),
  });

/** Returns the month of a date if the day before has another one in the visitor's calendar. */
const monthThatBegins = ({ here }: Page, before: string | undefined, date: string): string | undefined => {
  const month = here.month(date);
  return before !== undefined && here.month(before) === month ? undefined : month;
};
