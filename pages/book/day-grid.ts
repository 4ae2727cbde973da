import { choosePlural, fill } from "../shared/fill.ts";
import { addDays, DAYS_SHOWN, daysBetween, type LocalDay } from "../shared/local-days.ts";
import { element, isPress, onKey } from "./elements.ts";
import type { Page } from "./frame.ts";

type Grid = {
  /** Whole weeks. */
  readonly dates: readonly string[];
  readonly today: string;
  readonly days: readonly LocalDay[];
  readonly selected: string | undefined;
  readonly onSelect: (date: string) => void;
  /** A key leads to a day outside the grid. */
  readonly onLeave: (date: string) => void;
};

/**
 * Returns weeks of days, in which those with free times can be chosen. One day can be reached by Tab, all others
 * from it: https://www.w3.org/WAI/ARIA/apg/patterns/grid/.
 */
export const dayGrid = (page: Page, grid: Grid): HTMLElement => {
  const { here } = page;
  const { dates } = grid;
  const first = dates[0] ?? grid.today;
  const countOf = new Map(grid.days.map(({ date, starts }) => [date, starts.length]));
  const cells = dates.map((date, index) => {
    const month = monthThatBegins(page, dates[index - 1], date);
    const count = countOf.get(date);
    return element(
      "td",
      {
        role: "gridcell",
        class: count === undefined ? "day" : "day free",
        tabindex: "-1",
        "data-date": date,
        "aria-disabled": count === undefined && "true",
        "aria-current": date === grid.today && "date",
        onclick: () => select(date),
        onfocus: () => setTabStop(date),
      },
      element("span", { class: "unseen" }, labelOf(page, date, count)),
      element(
        "span",
        { class: "face", "aria-hidden": "true" },
        element("span", { class: "number" }, here.dayOfMonth(date)),
        month && element("span", { class: "month" }, month),
      ),
    );
  });
  const mark = (date: string | undefined) => {
    for (const cell of cells) cell.setAttribute("aria-selected", String(cell.dataset.date === date));
  };
  const setTabStop = (date: string | undefined) => {
    for (const cell of cells) cell.tabIndex = cell.dataset.date === date ? 0 : -1;
  };
  const select = (date: string) => {
    if (!countOf.has(date)) return;
    mark(date);
    grid.onSelect(date);
  };
  const goTo = (date: string) => {
    const cell = cells.find((each) => each.dataset.date === date);
    if (cell) cell.focus();
    else grid.onLeave(date);
  };
  const onkeydown = onKey((key, target) => {
    const date = cells.find((cell) => cell === target)?.dataset.date ?? first;
    const days = daysOfKey(key, daysBetween(first, date) % 7);
    if (isPress(key)) select(date);
    else if (days !== undefined) goTo(addDays(date, days));
    return isPress(key) || days !== undefined;
  });
  mark(grid.selected);
  setTabStop(grid.selected ?? dates.find((date) => date >= grid.today));
  return element(
    "table",
    { role: "grid", class: "grid", "aria-labelledby": "range", onkeydown },
    element("thead", {}, row(dates.slice(0, 7).map((date) => weekdayHead(page, date)))),
    element(
      "tbody",
      {},
      ...dates.flatMap((_, index) => (index % 7 === 0 ? [row(cells.slice(index, index + 7))] : [])),
    ),
  );
};

/**
 * Returns the number of days by which a key moves.
 * @param weekday 0 for the first day of the week
 */
const daysOfKey = (key: string, weekday: number): number | undefined => {
  const days: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
    PageUp: -DAYS_SHOWN,
    PageDown: DAYS_SHOWN,
  };
  return days[key];
};

const row = (cells: readonly HTMLElement[]) => element("tr", { role: "row" }, ...cells);

const weekdayHead = ({ here }: Page, date: string) =>
  element("th", { role: "columnheader", scope: "col", abbr: here.longWeekday(date) }, here.weekday(date));

const labelOf = ({ texts, language, here }: Page, date: string, count: number | undefined) =>
  fill(count === undefined ? texts.days.busy : choosePlural(texts.days.free, count, language), {
    day: here.longDate(date),
    count: String(count),
  });

/** Returns the month of a date if the day before has another one in the visitor's calendar. */
const monthThatBegins = ({ here }: Page, before: string | undefined, date: string): string | undefined => {
  const month = here.month(date);
  return before !== undefined && here.month(before) === month ? undefined : month;
};
