// biome-ignore-all lint/a11y/useSemanticElements: what lies across the rows has no place in a table.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has one Tab stop.
import { isKnownZone, visitorsZone } from "../../shared/time-zones.ts";
import { formatIn } from "../dates.ts";
import { now } from "../fresh.ts";
import { classes } from "../parts.tsx";
import { hourText, isoOf, timesElsewhere, timeText } from "./cell-text.ts";
import type { Cell, Column } from "./cells.ts";
import { dateAt, placeOf } from "./half-hours.ts";
import type { Week } from "./state.ts";

const cityOf = (zone: string) => zone.replace(/^.*\//, "").replaceAll("_", " ");

/** What stands left of the days: one zone's times, the viewer's where they differ, and now. */
export const axisOf = (week: Week) => {
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

export const ColumnHead = ({
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

export const RowHead = ({ cells, axis, index }: RowHeadProps) => {
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
