import type { Consultation } from "../../../client/src/generated.ts";
import { type Block, slotOf, stretches } from "./blocks.ts";
import { endOf, type HalfHour, type Interval, joined, MINUTE, overlaps, rowsOf } from "./half-hours.ts";

/** A day of an attorney: what takes its time, and what is free. */
export type Column = {
  readonly attorneyId: string;
  readonly zone: string;
  readonly date: string;
  readonly halfHours: readonly HalfHour[];
  readonly blocks: readonly Block[];
  readonly open: readonly Interval[];
};

/** A half hour of a column. */
export type Cell = {
  readonly column: Column;
  readonly halfHour: HalfHour;
  readonly blocks: readonly Block[];
  /** The free starts that lie in it, earliest first. */
  readonly starts: readonly string[];
  readonly isOpen: boolean;
};

export type Grid = {
  readonly columns: readonly Column[];
  readonly rows: readonly string[];
  /** The cells of each row: none where the clock of a column's day leaves the half hour out. */
  readonly cells: readonly (readonly (Cell | null)[])[];
};

/** Returns the cells of days, from the first half hour that is open or taken to the last. */
export const gridOf = (
  columns: readonly Column[],
  startsIn: (halfHour: HalfHour, column: Column) => readonly string[],
): Grid => {
  const cellOf = (column: Column, halfHour: HalfHour): Cell => {
    const times = { start: halfHour.start, end: endOf(halfHour) };
    const blocks = column.blocks.filter((block) => overlaps(block, times));
    const starts = startsIn(halfHour, column);
    const isOpen = starts.length > 0 || column.open.some((each) => overlaps(each, times));
    return { column, halfHour, blocks, starts, isOpen };
  };
  const all = columns.map((column) => column.halfHours.map((each) => cellOf(column, each)));
  const isUsed = ({ column, blocks, isOpen }: Cell) =>
    isOpen || blocks.some((block) => stretches(block, column.halfHours));
  const used = all.flat().filter(isUsed);
  const rows = rowsOf(
    columns.map(({ halfHours }) => halfHours),
    used.map(({ halfHour }) => halfHour.row),
  );
  const cells = rows.map((row) => all.map((day) => day.find(({ halfHour }) => halfHour.row === row) ?? null));
  return { columns, rows, cells };
};

const isIn = (start: string, halfHour: HalfHour) => {
  const instant = Date.parse(start);
  return halfHour.start <= instant && instant < endOf(halfHour);
};

/** Returns those of the free starts that lie in a half hour. */
export const startsIn = (halfHour: HalfHour, free: readonly string[]): string[] =>
  free.filter((start) => isIn(start, halfHour));

const OWN_STEP_MINUTES = 15;

/**
 * Returns the starts in a half hour to which a consultation can move: the free ones, and those at which nothing but its
 * own slot is in the way, which the service does not list.
 */
export const startsToMove = (
  consultation: Consultation,
  halfHour: HalfHour,
  column: Column,
  free: readonly string[],
): string[] => {
  const own = slotOf(consultation);
  const isFree = (start: number) => {
    const slot = { start, end: start + own.end - own.start };
    const isWithin = joined(column.open).some((open) => open.start <= slot.start && slot.end <= open.end);
    const others = column.blocks.filter((block) => !isOf(consultation, block));
    return (
      start !== own.start && isWithin && overlaps(slot, own) && !others.some((each) => overlaps(each, slot))
    );
  };
  const steps = column.attorneyId === consultation.attorney_id ? [0, OWN_STEP_MINUTES] : [];
  const besideOwn = steps.map((minutes) => halfHour.start + minutes * MINUTE).filter(isFree);
  const starts = [...startsIn(halfHour, free), ...besideOwn.map((start) => new Date(start).toISOString())];
  return [...new Set(starts)].sort();
};

export const isOf = ({ id }: Consultation, block: Block): boolean =>
  "consultation" in block && block.consultation.id === id;

/** Returns what a drop asks for: nothing where no start is, otherwise the first of the half hour. */
export const dropOn = (consultation: Consultation, { starts, column }: Cell) => {
  const [start] = starts;
  const isSame = start === consultation.start_at && column.attorneyId === consultation.attorney_id;
  return start === undefined || isSame ? null : { start, attorneyId: column.attorneyId };
};

/** A place in a grid, by the numbers of its row and column. */
export type Position = { readonly row: number; readonly column: number };

/** Where a key moves: in the grid, or to another week. */
type KeyMove = Position | { readonly days: number };

/** Returns where a key moves; undefined for one that moves nowhere. At the edge it stays. */
export const moveOf = (key: string, at: Position, grid: Grid): KeyMove | undefined => MOVES[key]?.(at, grid);

const along = (at: Position, grid: Grid, step: number): Position => {
  const has = (row: number) => Boolean(grid.cells[row]?.[at.column]);
  for (let row = at.row + step; row >= 0 && row < grid.rows.length; row += step)
    if (has(row)) return { ...at, row };
  return at;
};

const across = (at: Position, grid: Grid, step: number): Position => {
  const column = at.column + step;
  if (column < 0 || column >= grid.columns.length) return at;
  return nearest({ row: at.row, column }, grid);
};

/** Returns the place itself, or that of the nearest half hour of its day, an earlier one first. */
export const nearest = (at: Position, grid: Grid): Position => {
  if (grid.cells[at.row]?.[at.column]) return at;
  const above = along(at, grid, -1);
  return above === at ? along(at, grid, 1) : above;
};

const openEdge = (at: Position, grid: Grid, from: "first" | "last"): Position => {
  const rows = grid.cells.flatMap((cells, row) => (cells[at.column]?.isOpen ? [row] : []));
  return { ...at, row: (from === "first" ? rows[0] : rows.at(-1)) ?? at.row };
};

const MOVES: Readonly<Record<string, (at: Position, grid: Grid) => KeyMove>> = {
  ArrowUp: (at, grid) => along(at, grid, -1),
  ArrowDown: (at, grid) => along(at, grid, 1),
  ArrowLeft: (at, grid) => across(at, grid, -1),
  ArrowRight: (at, grid) => across(at, grid, 1),
  Home: (at, grid) => openEdge(at, grid, "first"),
  End: (at, grid) => openEdge(at, grid, "last"),
  PageUp: () => ({ days: -7 }),
  PageDown: () => ({ days: 7 }),
};
