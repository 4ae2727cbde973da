// biome-ignore-all lint/a11y/useSemanticElements: what lies across the rows has no place in a table.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has one Tab stop.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of all cells.
import { classes } from "../parts.tsx";
import { t } from "../texts.ts";
import { cellText, timeText } from "./cell-text.ts";
import type { Cell } from "./cells.ts";
import { readerOf } from "./reader.ts";
import type { Week } from "./state.ts";

export type CellProps = {
  readonly week: Week;
  /** True for who may book and move. */
  readonly isWritable: boolean;
  /** Does what is due at a cell: for Enter, and for a click on the chosen one. */
  readonly onAct: (cell: Cell) => void;
  /** Asks for a move to a cell. */
  readonly onDrop: (cell: Cell) => void;
};

const classOf = ({ isOpen, starts, blocks, halfHour }: Cell): string =>
  classes({
    "week-cell": true,
    closed: !isOpen,
    free: starts.length > 0,
    taken: blocks.length > 0,
    hour: halfHour.minute % 60 === 0,
  });

export const CellView = ({
  week,
  cell,
  isWritable,
  onAct,
  onDrop,
}: CellProps & { readonly cell: Cell | null }) => {
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
