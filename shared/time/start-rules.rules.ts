import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import type { BookingRules, StartRule } from "./booking-rules.rules.ts";
import { type Interval, merge, overlaps } from "./intervals.rules.ts";
import { instantsAtReadings, offsetSpans } from "./utc-offset.rules.ts";

/** What the rules about starts depend on. Each slot is in `busy` once. */
type StartRulesInput = {
  readonly timeZone: string;
  readonly rules: BookingRules;
  readonly busy: readonly Interval[];
  readonly nowMilliseconds: number;
};

const START_RULES = ["minNoticeMinutes", "maxAdvanceDays", "maxPerDay"] as const satisfies StartRule[];

/** The starts in `range` that a rule forbids. */
const FORBIDDEN_STARTS: Record<StartRule, (input: StartRulesInput, range: Interval) => Interval[]> = {
  minNoticeMinutes: ({ rules: { minNoticeMinutes }, nowMilliseconds }, { start }) =>
    minNoticeMinutes === null
      ? []
      : [{ start, end: nowMilliseconds + minNoticeMinutes * millisecondsInMinute }],
  maxAdvanceDays: ({ rules: { maxAdvanceDays }, nowMilliseconds }, { end }) =>
    maxAdvanceDays === null ? [] : [{ start: nowMilliseconds + maxAdvanceDays * millisecondsInDay + 1, end }],
  maxPerDay: fullDays,
};

/** The starts in `range` that the rules forbid; may reach beyond it. */
export function forbiddenStarts(input: StartRulesInput, range: Interval): Interval[] {
  return START_RULES.flatMap((rule) => FORBIDDEN_STARTS[rule](input, range));
}

/** The rules that forbid a start. */
export function brokenStartRules(input: StartRulesInput, start: number): StartRule[] {
  const instant = { start, end: start + 1 };
  return START_RULES.filter((rule) =>
    FORBIDDEN_STARTS[rule](input, instant).some((forbidden) => overlaps(forbidden, instant)),
  );
}

/** Instants of a local day are within two days of each other, whatever the clock does. */
const LOCAL_DAY_REACH = 2 * millisecondsInDay;

const around = ({ start, end }: Interval): Interval => ({
  start: start - LOCAL_DAY_REACH,
  end: end + LOCAL_DAY_REACH,
});

const midnightOf = (reading: number) => Math.floor(reading / millisecondsInDay) * millisecondsInDay;

/** The local days near `range` on which as many slots start as the rules allow. */
function fullDays({ rules: { maxPerDay }, timeZone, busy }: StartRulesInput, range: Interval): Interval[] {
  if (maxPerDay === null) return [];
  const spans = offsetSpans(timeZone, around(range));
  const counts = new Map<number, number>();
  for (const { start, end, offsetMilliseconds } of spans) {
    for (const slot of busy.filter((each) => start <= each.start && each.start < end)) {
      const midnight = midnightOf(slot.start + offsetMilliseconds);
      counts.set(midnight, (counts.get(midnight) ?? 0) + 1);
    }
  }
  const full = [...counts].flatMap(([midnight, count]) =>
    count >= maxPerDay ? [{ start: midnight, end: midnight + millisecondsInDay }] : [],
  );
  return merge(spans.flatMap((span) => instantsAtReadings(full, span)));
}

/** From the first to the last instant of the local days on which a range begins and ends. */
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
