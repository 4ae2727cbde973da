import type { Member } from "../../../client/src/generated.ts";

type Window = Member["office_hours"][number];

/** A row of the form: the same times on a range of weekdays, from 1 (Monday) to 7, that may go over Sunday. */
export type HoursRow = {
  readonly from: number;
  readonly to: number;
  readonly start: string;
  readonly end: string;
};

export const FIRST_HOURS: HoursRow = { from: 1, to: 5, start: "09:00", end: "17:00" };

// An input of a time has no 24:00; as an end, 00:00 can mean nothing else.
const toInput = (end: string) => (end === "24:00" ? "00:00" : end);
const fromInput = (end: string) => (end === "00:00" ? "24:00" : end);

/** Returns the days of a row, in their order. */
const daysOf = ({ from, to }: HoursRow): number[] =>
  Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => ((from - 1 + index) % 7) + 1);

/** Returns the windows that the API takes. */
export const toWindows = (rows: readonly HoursRow[]): Window[] =>
  rows.flatMap((row) =>
    daysOf(row).map((weekday) => ({ weekday, start: row.start, end: fromInput(row.end) })),
  );

/** Returns the rows of windows, with weekdays that follow each other and have the same times in one row. */
export const toRows = (windows: readonly Window[]): HoursRow[] => {
  const rows: HoursRow[] = [];
  const inOrder = [...windows].sort(
    (one, other) => one.weekday - other.weekday || (one.start < other.start ? -1 : 1),
  );
  for (const { weekday, start, end: stored } of inOrder) {
    const end = toInput(stored);
    const index = rows.findIndex((row) => row.to === weekday - 1 && row.start === start && row.end === end);
    const before = rows[index];
    if (before) rows[index] = { ...before, to: weekday };
    else rows.push({ from: weekday, to: weekday, start, end });
  }
  return rows;
};

/** Returns the row that a field of a refusal names, `office_hours[3].end`; null for another field. */
export const rowOfField = (rows: readonly HoursRow[], field: string): number | null => {
  const [, number] = /^office_hours\[(\d+)\]/.exec(field) ?? [];
  if (number === undefined) return null;
  const rowOfWindow = rows.flatMap((row, index) => daysOf(row).map(() => index));
  return rowOfWindow[Number(number)] ?? null;
};
