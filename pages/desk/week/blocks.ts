import type { Consultation, GetCalendarResult, Hold } from "../../../client/src/generated.ts";
import { dayOf, type HalfHour, type Interval, MINUTE, overlaps, placeOf } from "./half-hours.ts";

export type Calendar = GetCalendarResult["data"];

/** What takes a part of an attorney's day. */
export type Block = Interval &
  (
    | { readonly kind: "booked" | "completed"; readonly consultation: Consultation }
    | { readonly kind: "held"; readonly hold: Hold }
    | { readonly kind: "busy" | "timeOff" | "holiday"; readonly text: string }
  );

/** Where a block lies: rows from the top, and its share of the width among those that it overlaps. */
export type Placed = {
  readonly block: Block;
  readonly top: number;
  readonly bottom: number;
  readonly lane: number;
  readonly lanes: number;
};

type Absence = { readonly start_at: string; readonly end_at: string };
type Absences = Absence | { readonly start_date: string; readonly end_date: string };

export const slotOf = ({ start_at, duration_min }: Pick<Hold, "start_at" | "duration_min">): Interval => {
  const start = Date.parse(start_at);
  return { start, end: start + duration_min * MINUTE };
};

const between = ({ start_at, end_at }: Absence): Interval => ({
  start: Date.parse(start_at),
  end: Date.parse(end_at),
});

/** Returns what takes a part of a day, earliest first, cut to the day. Holds that have expired take nothing. */
export const blocksOf = (calendar: Calendar, day: readonly HalfHour[], now: number): Block[] => {
  const whole = dayOf(day);
  const date = day[0]?.date ?? "";
  const absence = (each: Absences): Interval[] => {
    if ("start_at" in each) return [between(each)];
    return each.start_date <= date && date <= each.end_date ? [whole] : [];
  };
  const blocks: Block[] = [
    ...calendar.holidays.flatMap((each) =>
      absence(each).map((times) => ({ kind: "holiday" as const, text: each.name, ...times })),
    ),
    ...calendar.time_off.flatMap((each) =>
      absence(each).map((times) => ({ kind: "timeOff" as const, text: each.reason, ...times })),
    ),
    ...calendar.busy.map((each) => ({
      kind: "busy" as const,
      text: calendarName(each.calendar),
      ...between(each),
    })),
    ...calendar.holds
      .filter(({ expires_at }) => Date.parse(expires_at) > now)
      .map((hold) => ({ kind: "held" as const, hold, ...slotOf(hold) })),
    ...calendar.consultations.flatMap(consultationBlock),
  ];
  return blocks
    .filter((block) => overlaps(block, whole))
    .map((block) => ({
      ...block,
      start: Math.max(block.start, whole.start),
      end: Math.min(block.end, whole.end),
    }))
    .sort((one, other) => one.start - other.start || other.end - one.end);
};

/** A feed is named by its id, which tells nobody anything. */
const calendarName = (name: string) => (/^[\da-f]{8}-[\da-f-]{27}$/.test(name) ? "" : name);

/** A canceled consultation, and one to which nobody came, take no time. */
const consultationBlock = (consultation: Consultation): Block[] => {
  const { status } = consultation;
  if (status === "canceled" || status === "no-show") return [];
  const kind = status === "completed" ? "completed" : "booked";
  return [{ kind, consultation, ...slotOf(consultation) }];
};

/** Returns true for what the shown rows must reach: not for an absence that begins or ends with the day. */
export const stretches = (block: Block, day: readonly HalfHour[]): boolean => {
  const { start, end } = dayOf(day);
  return "consultation" in block || "hold" in block || (block.start > start && block.end < end);
};

/** Places the blocks of a day in its rows. Those that overlap share the width. */
export const placed = (
  blocks: readonly Block[],
  day: readonly HalfHour[],
  rows: readonly string[],
): Placed[] => {
  const result: Placed[] = [];
  let group: Omit<Placed, "lanes">[] = [];
  const closeGroup = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    result.push(...group.map((each) => ({ ...each, lanes })));
    group = [];
  };
  for (const block of blocks) {
    if (group.every((each) => each.block.end <= block.start)) closeGroup();
    const taken = group.filter((each) => each.block.end > block.start).map(({ lane }) => lane);
    const lane = [...group.keys(), group.length].find((each) => !taken.includes(each)) ?? 0;
    group.push({ block, lane, ...spanOf(block, day, rows) });
  }
  closeGroup();
  return result.filter(({ top, bottom }) => top < bottom);
};

/** Returns the rows from the top between which a part of a day lies. */
export const spanOf = (interval: Interval, day: readonly HalfHour[], rows: readonly string[]) => ({
  top: rounded(placeOf(interval.start, day, rows)),
  // Its last millisecond: rows that the day does not have may follow.
  bottom: rounded(placeOf(interval.end - 1, day, rows)),
});

const rounded = (row: number) => Math.round(row * 1_000) / 1_000;
