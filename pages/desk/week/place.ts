import { addDays } from "../../shared/local-days.ts";
import { weekOf } from "./half-hours.ts";

/** The attorneys whose days stand beside each other. */
export const ATTORNEYS_OF_A_DAY = 8;

/** What the address names: `#week/<attorney>/<date>`, or `#week/all/<date>` and further groups `#week/all/<date>/2`. */
export type Place = { readonly attorneyId: string | null; readonly date: string; readonly group: number };

const isDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(Date.parse(text) || 0).toISOString().startsWith(text);

/** Reads an address. What it does not name is that of the fallback. */
export const placeIn = ([who, date = "", group]: readonly string[], fallback: Place): Place => ({
  attorneyId: who === undefined ? fallback.attorneyId : who === "all" ? null : who,
  date: isDate(date) ? date : fallback.date,
  group: Math.max(1, Math.trunc(Number(group)) || 1),
});

export const partsOf = ({ attorneyId, date, group }: Place): string[] => [
  attorneyId ?? "all",
  date,
  ...(attorneyId === null && group > 1 ? [String(group)] : []),
];

/** The days that a place shows, each of an attorney. On a narrow screen a week is a day. */
export const daysOf = (place: Place, attorneyIds: readonly string[], isNarrow: boolean) => {
  const { attorneyId, date, group } = place;
  if (attorneyId !== null)
    return (isNarrow ? [date] : weekOf(date)).map((each) => ({ attorneyId, date: each }));
  const first = (group - 1) * ATTORNEYS_OF_A_DAY;
  return attorneyIds.slice(first, first + ATTORNEYS_OF_A_DAY).map((id) => ({ attorneyId: id, date }));
};

/** Returns the place some steps later: weeks, or days where one day is shown. */
export const laterBy = (place: Place, steps: number, isNarrow: boolean): Place => {
  const days = place.attorneyId === null || isNarrow ? 1 : 7;
  return { ...place, date: addDays(place.date, steps * days) };
};
