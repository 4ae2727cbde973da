import { now } from "../fresh.ts";
import { type Block, type Placed, placed, spanOf } from "./blocks.ts";
import { type Cell, type Column, isOf } from "./cells.ts";
import { dateAt, endOf, joined, placeOf } from "./half-hours.ts";
import { linesOf } from "./reader.ts";
import type { Week } from "./state.ts";

export type GridProps = {
  readonly week: Week;
  /** True for who may book and move. */
  readonly isWritable: boolean;
  /** Does what is due at a cell: for Enter, and for a click on the chosen one. */
  readonly onAct: (cell: Cell) => void;
  /** Asks for a move to a cell. */
  readonly onDrop: (cell: Cell) => void;
};

const rowsHigh = (rows: number) => `calc(var(--half-hour) * ${rows})`;
const spanStyle = ({ top, bottom }: { readonly top: number; readonly bottom: number }) => ({
  top: rowsHigh(top),
  height: rowsHigh(bottom - top),
});

/** The open hours of a day, and now. */
export const Ground = ({ week, column }: { readonly week: Week; readonly column: Column }) => {
  const { rows } = week.grid.value;
  const { halfHours, open, date, zone } = column;
  const today = dateAt(now.value, zone);
  const present = placeOf(now.value, halfHours, rows);
  return (
    <div class={date < today ? "past" : ""}>
      {joined(open).map((interval) => (
        <span key={interval.start} class="week-open" style={spanStyle(spanOf(interval, halfHours, rows))} />
      ))}
      {date === today && present > 0 && present < rows.length && (
        <i class="week-now" style={{ top: rowsHigh(present) }} />
      )}
    </div>
  );
};

type ColumnProps = GridProps & { readonly column: Column };

/** What takes the time of a day. The cells below read the same. */
export const Blocks = (props: ColumnProps) => {
  const { blocks, halfHours } = props.column;
  return (
    <div>
      {placed(blocks, halfHours, props.week.grid.value.rows).map((each) => (
        <BlockView key={`${each.block.kind}/${each.block.start}/${each.lane}`} {...props} placed={each} />
      ))}
    </div>
  );
};

const BlockView = ({
  week,
  column,
  isWritable,
  onAct,
  placed,
}: ColumnProps & { readonly placed: Placed }) => {
  const { block, lane, lanes } = placed;
  const [title, ...lines] = linesOf(week, block, column.zone);
  const isMovable = isWritable && block.kind === "booked";
  const cell = cellOf(week.grid.value.cells, column, block);
  const drag = (event: DragEvent) => {
    if (!("consultation" in block)) return;
    event.dataTransfer?.setData("text/plain", block.consultation.id);
    // The browser takes the picture of what is dragged first.
    setTimeout(() => {
      week.moving.value = block.consultation;
    });
  };
  const isMoving = week.moving.value !== null && isOf(week.moving.value, block);
  const pick = () => {
    if (!cell) return;
    week.choose(cell);
    if (week.isNarrow.peek()) onAct(cell);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cells below do the same for all who do not point.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <div
      class={`week-block ${block.kind} ${isMoving ? "leaving" : ""}`}
      style={{
        ...spanStyle(placed),
        left: `${(100 * lane) / lanes}%`,
        width: `${100 / lanes}%`,
      }}
      draggable={isMovable}
      onDragStart={drag}
      onDragEnd={() => {
        week.moving.value = null;
      }}
      onClick={pick}
    >
      <b>{title}</b> {lines.join(", ")}
    </div>
  );
};

/** Returns the first shown cell that a block lies in. */
const cellOf = (cells: readonly (readonly (Cell | null)[])[], column: Column, block: Block) =>
  cells
    .flat()
    .filter((cell) => cell?.column === column)
    .find((cell) => cell && endOf(cell.halfHour) > block.start);
