import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import type { BookingRules, StartRule } from "./booking-rules.rules.ts";
import { type Interval, merge, overlaps } from "./intervals.rules.ts";
import { instantsAtReadings, offsetSpans } from "./utc-offset.rules.ts";

/** The input of the rules about starts. `taken` holds each slot once. */
type StartRulesInput = {
  readonly timeZone: string;
  readonly rules: BookingRules;
  readonly taken: readonly Interval[];
  readonly nowMilliseconds: number;
};

const START_RULES = ["minNoticeMinutes", "maxAdvanceDays", "maxPerDay"] as const satisfies StartRule[];

/** Returns the starts in `range` that each rule forbids. */
const FORBIDDEN_STARTS: Record<StartRule, (input: StartRulesInput, range: Interval) => Interval[]> = {
  minNoticeMinutes: ({ rules: { minNoticeMinutes }, nowMilliseconds }, { start }) =>
    minNoticeMinutes === null
      ? []
      : [{ start, end: nowMilliseconds + minNoticeMinutes * millisecondsInMinute }],
  maxAdvanceDays: ({ rules: { maxAdvanceDays }, nowMilliseconds }, { end }) =>
    maxAdvanceDays === null ? [] : [{ start: nowMilliseconds + maxAdvanceDays * millisecondsInDay + 1, end }],
  maxPerDay: fullDays,
};

/** Returns the starts in `range` that the rules forbid; may exceed it. */
export function forbiddenStarts(input: StartRulesInput, range: Interval): Interval[] {
  return START_RULES.flatMap((rule) => FORBIDDEN_STARTS[rule](input, range));
}

/** Returns the rules that forbid a start. */
export function violatedStartRules(input: StartRulesInput, start: number): StartRule[] {
  const instant = { start, end: start + 1 };
  return START_RULES.filter((rule) =>
    FORBIDDEN_STARTS[rule](input, instant).some((forbidden) => overlaps(forbidden, instant)),
  );
}

/** Instants of a local day are less than two days apart, even when the clock changes. */
const LOCAL_DAY_REACH = 2 * millisecondsInDay;

const around = ({ start, end }: Interval): Interval => ({
  start: start - LOCAL_DAY_REACH,
  end: end + LOCAL_DAY_REACH,
});

const midnightOf = (reading: number) => Math.floor(reading / millisecondsInDay) * millisecondsInDay;

/** Returns the local days near `range` that already have the maximum of starts. */
function fullDays({ rules: { maxPerDay }, timeZone, taken }: StartRulesInput, range: Interval): Interval[] {
  if (maxPerDay === null) return [];
  const spans = offsetSpans(timeZone, around(range));
  const counts = new Map<number, number>();
  for (const { start, end, offsetMilliseconds } of spans) {
    for (const slot of taken.filter((each) => start <= each.start && each.start < end)) {
      const midnight = midnightOf(slot.start + offsetMilliseconds);
      counts.set(midnight, (counts.get(midnight) ?? 0) + 1);
    }
  }
  const full = [...counts].flatMap(([midnight, count]) =>
    count >= maxPerDay ? [{ start: midnight, end: midnight + millisecondsInDay }] : [],
  );
  return merge(spans.flatMap((span) => instantsAtReadings(full, span)));
}

/** Returns the interval from the first to the last instant of the local days on which a range begins and ends. */
export function localDaysAround(timeZone: string, range: Interval): Interval {
  const spans = offsetSpans(timeZone, around(range));
  const midnights = [range.start, range.end - 1].map((instant) => {
    const span = spans.find(({ start, end }) => start <= instant && instant < end);
    return midnightOf(instant + (span?.offsetMilliseconds ?? 0));
  });
  const days = midnights.map((start) => ({ start, end: start + millisecondsInDay }));
  const instants = spans.flatMap((span) => instantsAtReadings(days, span));
  return {
    start: Math.min(range.start, ...instants.map(({ start }) => start)),
    end: Math.max(range.end, ...instants.map(({ end }) => end)),
  };
}
