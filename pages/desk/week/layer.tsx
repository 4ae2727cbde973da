import { now } from "../fresh.ts";
import { classes } from "../parts.tsx";
import { type Placed, placed, spanOf } from "./blocks.ts";
import { type Column, isOf } from "./cells.ts";
import { dateAt, joined, placeOf } from "./half-hours.ts";
import { linesOf } from "./reader.ts";
import type { Week } from "./state.ts";

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

/** What takes the time of a day. The cells below read the same, and take the pointer. */
export const Blocks = ({ week, column }: { readonly week: Week; readonly column: Column }) => (
  <div>
    {placed(column.blocks, column.halfHours, week.grid.value.rows).map((each) => (
      <BlockView
        key={`${each.block.kind}/${each.block.start}/${each.lane}`}
        week={week}
        placed={each}
        zone={column.zone}
      />
    ))}
  </div>
);

type BlockProps = { readonly week: Week; readonly placed: Placed; readonly zone: string };

const BlockView = ({ week, placed: { block, lane, lanes, ...span }, zone }: BlockProps) => {
  const [title, ...lines] = linesOf(week, block, zone);
  const isLeaving = week.moving.value !== null && isOf(week.moving.value, block);
  return (
    <div
      class={classes({ "week-block": true, [block.kind]: true, leaving: isLeaving })}
      style={{ ...spanStyle(span), left: `${(100 * lane) / lanes}%`, width: `${100 / lanes}%` }}
    >
      <b>{title}</b> {lines.join(", ")}
    </div>
  );
};
