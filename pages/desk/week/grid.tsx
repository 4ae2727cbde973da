// biome-ignore-all lint/a11y/useSemanticElements: what lies across the rows has no place in a table.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has one Tab stop.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of all cells.
import { useLayoutEffect, useRef } from "preact/hooks";
import { addDays } from "../../shared/local-days.ts";
import { isKnownZone, visitorsZone } from "../../shared/time-zones.ts";
import { formatIn } from "../dates.ts";
import { now } from "../fresh.ts";
import { classes } from "../parts.tsx";
import { t } from "../texts.ts";
import { cellText, hourText, isoOf, timesElsewhere, timeText } from "./cell-text.ts";
import { type Cell, type Column, moveOf } from "./cells.ts";
import { dateAt, placeOf } from "./half-hours.ts";
import { Blocks, Ground } from "./layer.tsx";
import { readerOf } from "./reader.ts";
import type { Week } from "./state.ts";

type GridProps = {
  readonly week: Week;
  /** True for who may book and move. */
  readonly isWritable: boolean;
  /** Does what is due at a cell: for Enter, and for a click on the chosen one. */
  readonly onAct: (cell: Cell) => void;
  /** Asks for a move to a cell. */
  readonly onDrop: (cell: Cell) => void;
};

export const Grid = (props: GridProps) => {
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
          <Head key={keyOf(column)} {...{ week, column, first }} />
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
const useKeys = ({ week, onAct }: GridProps, root: { readonly current: HTMLElement | null }) => {
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

const cityOf = (zone: string) => zone.replace(/^.*\//, "").replaceAll("_", " ");

/** What stands left of the days: one zone's times, the viewer's where they differ, and now. */
const axisOf = (week: Week) => {
  const { columns, rows } = week.grid.value;
  const zones = [...new Set(columns.map(({ zone }) => zone))];
  const [zone = ""] = zones;
  const isOne = zones.length === 1 && isKnownZone(zone);
  const format = formatIn(zone);
  const yours = formatIn(visitorsZone());
  const differs = columns.some(({ halfHours }) =>
    halfHours.some(({ start }) => yours.wallClock(isoOf(start)) !== format.wallClock(isoOf(start))),
  );
  const today = columns.find(({ date }) => dateAt(now.value, zone) === date);
  const row = today ? placeOf(now.value, today.halfHours, rows) : 0;
  return {
    format,
    city: isOne && differs ? cityOf(zone) : "",
    yours: isOne && differs ? yours : null,
    now:
      isOne && row > 0 && row < rows.length ? { row, text: timeText(format.time(isoOf(now.value))) } : null,
  };
};

const Head = ({
  week,
  column,
  first,
}: {
  readonly week: Week;
  readonly column: Column;
  readonly first: Column;
}) => {
  const { zone, date, attorneyId } = column;
  const format = formatIn(zone);
  if (week.place.value.attorneyId === null)
    return (
      <div role="columnheader" class="week-head">
        <b>{week.nameOf(attorneyId)}</b>
        {zone !== first.zone && <span class="meta"> {cityOf(zone)}</span>}
      </div>
    );
  const day =
    column === first || date.endsWith("-01")
      ? `${format.month(date)} ${format.dayOfMonth(date)}`
      : format.dayOfMonth(date);
  return (
    <div
      role="columnheader"
      class={dateAt(now.value, zone) === date ? "week-head today" : "week-head"}
      aria-label={format.longDate(date)}
    >
      {format.weekday(date)} <b>{day}</b>
    </div>
  );
};

type RowHeadProps = {
  readonly cells: readonly (Cell | null)[];
  readonly axis: ReturnType<typeof axisOf>;
  readonly index: number;
};

const RowHead = ({ cells, axis, index }: RowHeadProps) => {
  const shown = cells.flatMap((cell) => (cell ? [cell.halfHour] : []));
  const [first] = shown;
  const isHour = first !== undefined && first.minute % 60 === 0;
  const isNow = axis.now !== null && Math.abs(axis.now.row - index) < 0.5;
  return (
    <div
      role="rowheader"
      class={classes({ "week-axis": true, between: !isHour || isNow, first: index === 0 })}
    >
      {axis.yours && (
        <span class="meta">
          {timesElsewhere(
            shown.map(({ start }) => start),
            axis.yours,
          )
            .map(hourText)
            .join(" / ")}
        </span>
      )}
      <span>{first && hourText(axis.format.time(isoOf(first.start)))}</span>
    </div>
  );
};

const classOf = ({ isOpen, starts, blocks, halfHour }: Cell): string =>
  classes({
    "week-cell": true,
    closed: !isOpen,
    free: starts.length > 0,
    taken: blocks.length > 0,
    hour: halfHour.minute % 60 === 0,
  });

const CellView = ({ week, cell, isWritable, onAct, onDrop }: GridProps & { readonly cell: Cell | null }) => {
  if (cell === null) return <div role="gridcell" class="week-cell missing" aria-label={t().week.missing} />;
  const { column, halfHour, starts, blocks } = cell;
  const booked = isWritable && blocks.find(({ kind }) => kind === "booked");
  const reader = readerOf(week, column.zone);
  const chosen = week.chosen.value?.halfHour;
  const isChosen =
    chosen?.start === halfHour.start && week.chosen.value?.column.attorneyId === column.attorneyId;
  const click = () => {
    week.choose(cell);
    if (isChosen || week.isNarrow.peek() || week.moving.peek()) onAct(cell);
  };
  const drag = () => {
    if (!booked || !("consultation" in booked)) return;
    // The browser first takes the picture of what is dragged.
    setTimeout(() => {
      week.isDragged.value = true;
      week.moving.value = booked.consultation;
    });
  };
  const over = (event: DragEvent) => {
    if (!week.moving.peek()) return;
    event.preventDefault();
    if (!isChosen) week.choose(cell);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onDrop(cell);
    week.moving.value = null;
  };
  const [start] = starts;
  return (
    <div
      role="gridcell"
      class={classOf(cell)}
      tabIndex={isChosen ? 0 : -1}
      aria-selected={isChosen}
      aria-label={cellText(reader, cell)}
      draggable={Boolean(booked)}
      onClick={click}
      onDragStart={drag}
      onDragEnd={() => {
        week.moving.value = null;
      }}
      onDragOver={over}
      onDrop={drop}
    >
      {start && <span aria-hidden="true">{timeText(reader.format.time(start))}</span>}
    </div>
  );
};
