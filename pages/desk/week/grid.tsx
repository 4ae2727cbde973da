// biome-ignore-all lint/a11y/useSemanticElements: what lies across the rows has no place in a table.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has one Tab stop.
import { useLayoutEffect, useRef } from "preact/hooks";
import { addDays } from "../../shared/local-days.ts";
import { classes } from "../parts.tsx";
import { t } from "../texts.ts";
import { type CellProps, CellView } from "./cell-view.tsx";
import { type Cell, type Column, moveOf } from "./cells.ts";
import { axisOf, ColumnHead, RowHead } from "./grid-heads.tsx";
import { Blocks, Ground } from "./layer.tsx";

export const Grid = (props: CellProps) => {
  const { week } = props;
  const { columns, rows, cells } = week.grid.value;
  const root = useRef<HTMLDivElement>(null);
  const onKeyDown = useKeys(props, root);
  const axis = axisOf(week);
  const widths = columns.map((column, index) =>
    isShut(column, index, cells) ? "minmax(3.75rem, 0.4fr)" : "minmax(var(--column), 1fr)",
  );
  return (
    <div
      ref={root}
      role="grid"
      class={classes({ "week-grid": true, "two-zones": axis.yours })}
      aria-label={t().week.title}
      aria-busy={!week.isRead.value}
      style={{ "--columns": widths.join(" "), "--rows": rows.length }}
      onKeyDown={onKeyDown}
    >
      <div role="row">
        <div role="columnheader" class="week-axis week-head">
          {axis.yours && <span class="meta">{t().week.yours}</span>}
          <span class={axis.city ? "" : "unseen"}>{axis.city || t().week.time}</span>
        </div>
        {columns.map((column, _, [first = column]) => (
          <ColumnHead key={keyOf(column)} {...{ week, column, first }} />
        ))}
      </div>
      {rows.map((row, index) => (
        <div key={row} role="row">
          <RowHead cells={cells[index] ?? []} axis={axis} index={index} />
          {columns.map((column, at) => (
            <CellView key={keyOf(column)} {...props} cell={cells[index]?.[at] ?? null} />
          ))}
        </div>
      ))}
      <div class="week-across" aria-hidden="true">
        {columns.map((column) => (
          <Ground key={keyOf(column)} week={week} column={column} />
        ))}
      </div>
      <div class="week-across blocks" aria-hidden="true">
        {columns.map((column) => (
          <Blocks key={keyOf(column)} week={week} column={column} />
        ))}
      </div>
      {axis.now && (
        <span
          class="week-now-time"
          aria-hidden="true"
          style={{ top: `calc(var(--head) + var(--half-hour) * ${axis.now.row})` }}
        >
          {axis.now.text}
        </span>
      )}
    </div>
  );
};

const keyOf = ({ attorneyId, date }: Column) => `${attorneyId}/${date}`;

/** Returns what moves through the grid by keys, and keeps the focus on the chosen cell then. */
const useKeys = ({ week, onAct }: CellProps, root: { readonly current: HTMLElement | null }) => {
  const takesFocus = useRef(false);
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    root.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    // Another week comes with the address.
    takesFocus.current = week.chosen.peek()?.column.date !== week.choice.peek()?.date;
  });
  const moveTo = (key: string, cell: Cell): boolean => {
    const move = moveOf(key, week.position.peek(), week.grid.peek());
    if (move === undefined) return false;
    takesFocus.current = true;
    if ("days" in move) {
      const date = addDays(cell.column.date, move.days);
      week.choice.value = { attorneyId: cell.column.attorneyId, row: cell.halfHour.row, date };
      week.goTo({ ...week.place.peek(), date });
    } else week.choose(week.grid.peek().cells[move.row]?.[move.column] ?? cell);
    return true;
  };
  const act = (key: string, cell: Cell): boolean => {
    if (key === "Escape" && week.moving.peek()) week.moving.value = null;
    else if (key === "Enter" || key === " ") onAct(cell);
    else return false;
    return true;
  };
  return (event: KeyboardEvent) => {
    const cell = week.chosen.peek();
    if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
    if (moveTo(event.key, cell) || act(event.key, cell)) event.preventDefault();
  };
};

/** A day on which nothing is open and nothing stands is narrow. */
const isShut = (column: Column, index: number, cells: readonly (readonly (Cell | null)[])[]) =>
  column.blocks.length === 0 && cells.every((row) => !row[index]?.isOpen);
