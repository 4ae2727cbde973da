import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { NO_BOOKING_RULES } from "../../shared/scheduling/booking-rules.rules.ts";
import { type Interval, merge } from "../../shared/scheduling/intervals.rules.ts";
import {
  type AttorneyCalendar,
  checkSlot,
  freeStarts,
  type SlotProblem,
} from "../../shared/scheduling/slots.rules.ts";
import {
  officeHoursWithin,
  type TimeOff,
  timeOffWithin,
} from "../../shared/scheduling/working-time.rules.ts";
import { allowedOutcomes, isAway, openWindows, readClock } from "../soak/verdict.ts";
import { alternativesTo } from "../support/calendars.ts";
import { checkProperty } from "../support/check-property.ts";

// What the clock that `Intl` shows says, minute by minute; the soak judges the service's answers by the same reading.

const minuteMs = 60_000;
const dayMinutes = 1440;

/** As the API shows it. */
const shown = (entries: readonly TimeOff[]) =>
  entries.map((entry) =>
    "startAt" in entry
      ? { start_at: entry.startAt, end_at: entry.endAt }
      : { start_date: entry.startDate, end_date: entry.endDate },
  );

function minutesIn({ start, end }: Interval): number[] {
  return Array.from({ length: Math.ceil((end - start) / minuteMs) }, (_, index) => start + index * minuteMs);
}

function minutesWhere(range: Interval, isTrue: (minute: number) => boolean): Interval[] {
  const minutes = minutesIn(range).filter(isTrue);
  return merge(minutes.map((start) => ({ start, end: start + minuteMs })));
}

const slotAt = (start: number, minutes: number) => ({ start, end: start + minutes * minuteMs });

const PROBLEMS: Readonly<Record<string, SlotProblem | null>> = {
  accepted: null,
  rules: "booking_not_allowed",
  slot_unavailable: "slot_unavailable",
  outside_office_hours: "outside_office_hours",
  attorney_unavailable: "attorney_unavailable",
};

function expectedProblem(slot: Interval, calendar: AttorneyCalendar) {
  const { timeZone, officeHours, timeOff, holidays, nowMilliseconds } = calendar;
  const { minNoticeMinutes, maxAdvanceDays, bufferMinutes, maxPerDay } = calendar.rules;
  const booking_rules = {
    min_notice_min: minNoticeMinutes,
    max_advance_days: maxAdvanceDays,
    buffer_min: bufferMinutes,
    max_per_day: maxPerDay,
  };
  const busy = calendar.busy.map((each) => ({ ...each, isHold: false }));
  const outcomes = allowedOutcomes({
    attorney: { timeZone },
    settings: { office_hours: officeHours, time_off: shown(timeOff), booking_rules },
    firm: { holidays: shown(holidays), booking_rules },
    slot,
    isHold: false,
    ignoresRules: false,
    others: { certain: busy, possible: busy },
    now: { from: nowMilliseconds, to: nowMilliseconds },
  });
  expect(outcomes).toHaveLength(1);
  return PROBLEMS[outcomes[0] ?? ""];
}

function isOnGrid({ timeZone, officeHours }: AttorneyCalendar, stepMinutes: number, at: number): boolean {
  const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const now = minuteOf(readClock(timeZone, at).time);
  return openWindows(timeZone, officeHours, at).some(
    ({ start }) => (now - minuteOf(start)) % stepMinutes === 0,
  );
}

/** Zones, each with instants of unusual clock changes. */
const moments = Object.entries({
  UTC: ["2026-02-28T12:00Z"],
  "America/New_York": ["2026-03-08T07:00Z", "2026-11-01T06:00Z"],
  "Europe/London": ["2026-03-29T01:00Z", "2026-10-25T01:00Z"],
  "Australia/Lord_Howe": ["2026-04-04T15:00Z", "2026-10-03T15:30Z"],
  "Asia/Kathmandu": ["1985-12-31T18:30Z", "2026-05-01T18:15Z"],
  "Pacific/Apia": ["2011-12-30T10:00Z"],
  "Pacific/Kwajalein": ["1993-08-21T12:00Z"],
  "America/St_Johns": ["2010-03-14T03:31Z"],
  "America/Sao_Paulo": ["2018-02-18T02:00Z", "2018-11-04T03:00Z"],
  "America/Nuuk": ["2024-10-27T01:00Z"],
  "Antarctica/Troll": ["2026-03-29T01:00Z"],
}).flatMap(([timeZone, instants]) => instants.map((instant) => ({ timeZone, near: Date.parse(instant) })));

const someMoment = fc
  .tuple(fc.constantFrom(...moments), fc.integer({ min: -36 * 60, max: 24 * 60 }))
  .map(([{ timeZone, near }, minutes]) => ({ timeZone, at: near + minutes * minuteMs }));

const timeText = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

const someMinutes = fc.oneof(
  fc.tuple(fc.nat(dayMinutes), fc.nat(dayMinutes)),
  fc.tuple(fc.nat(8), fc.nat(8)).map(([from, to]) => [from * 30, to * 30] as const),
  fc.constant([0, dayMinutes] as const),
);

const someWindow = fc
  .tuple(fc.integer({ min: 1, max: 7 }), someMinutes)
  .filter(([, [from, to]]) => from !== to)
  .map(([weekday, ends]) => ({ weekday, ends: ends.toSorted((a, b) => a - b).map(timeText) }))
  .map(({ weekday, ends: [start = "", end = ""] }) => ({ weekday, start, end }));

const someWindows = fc.array(someWindow, { maxLength: 16, size: "max" });

const dayText = (at: number, days: number) => new Date(at + days * 86_400_000).toISOString().slice(0, 10);

const someDaysOff = (at: number) =>
  fc.array(
    fc.tuple(fc.integer({ min: -3, max: 3 }), fc.nat(1)).map(([first, more]) => ({
      startDate: dayText(at, first),
      endDate: dayText(at, first + more),
    })),
    { maxLength: 1 },
  );

const someHoursOff = (at: number) =>
  fc.array(
    fc
      .tuple(fc.integer({ min: -dayMinutes, max: dayMinutes }), fc.integer({ min: 1, max: dayMinutes }))
      .map(([from, minutes]) => ({
        startAt: new Date(at + from * minuteMs).toISOString(),
        endAt: new Date(at + (from + minutes) * minuteMs).toISOString(),
      })),
    { maxLength: 1 },
  );

const someTimeOff = (at: number) =>
  fc.tuple(someDaysOff(at), someHoursOff(at)).map(([days, hours]): TimeOff[] => [...days, ...hours]);

const someBusy = (at: number) =>
  fc
    .tuple(fc.nat(dayMinutes), fc.integer({ min: 1, max: 120 }))
    .map(([delay, minutes]) => slotAt(at + delay * minuteMs, minutes));

const someRule = (minimum: number, maximum: number) =>
  fc.option(fc.integer({ min: minimum, max: maximum }), { nil: null, freq: 2 });

const someRules = fc.record({
  minNoticeMinutes: someRule(0, 2 * dayMinutes),
  maxAdvanceDays: someRule(1, 3),
  bufferMinutes: someRule(0, 90),
  maxPerDay: someRule(1, 4),
});

const someCalendar = someMoment.chain(({ timeZone, at }) =>
  fc.record({
    at: fc.constant(at),
    calendar: fc.record({
      timeZone: fc.constant(timeZone),
      officeHours: someWindows,
      timeOff: someTimeOff(at),
      holidays: someDaysOff(at),
      rules: fc.oneof(fc.constant(NO_BOOKING_RULES), someRules),
      busy: fc.array(someBusy(at), { maxLength: 6 }),
      nowMilliseconds: fc
        .integer({ min: -2 * dayMinutes, max: dayMinutes })
        .map((minutes) => at + minutes * minuteMs),
    }),
  }),
);

const someDuration = fc.oneof(fc.integer({ min: 5, max: 90 }), fc.integer({ min: 5, max: dayMinutes }));

describe("compared with the clock, minute by minute", () => {
  it("office hours and time off contain the minutes that match on the clock", async () => {
    const property = fc.property(someCalendar, fc.nat(2 * dayMinutes), (given, minutes) => {
      const { timeZone, officeHours, timeOff } = given.calendar;
      const range = slotAt(given.at, minutes);
      expect(officeHoursWithin(officeHours, timeZone, range)).toEqual(
        minutesWhere(range, (minute) => openWindows(timeZone, officeHours, minute).length > 0),
      );
      expect(timeOffWithin(timeOff, timeZone, range)).toEqual(
        minutesWhere(range, (minute) => isAway(timeZone, shown(timeOff), slotAt(minute, 1))),
      );
    });
    await checkProperty(property);
  });

  it("a slot is valid if its every minute is", async () => {
    const property = fc.property(someCalendar, fc.nat(dayMinutes), someDuration, (given, delay, minutes) => {
      const start = given.at + delay * minuteMs;
      const slot = { start, end: start + minutes * minuteMs };
      expect(checkSlot(slot, given.calendar)).toBe(expectedProblem(slot, given.calendar));
    });
    await checkProperty(property, 400);
  });

  it("the free starts are exactly the valid ones on the grid", async () => {
    const someStep = fc.constantFrom(5, 10, 15, 25, 30, 40, 60);
    const property = fc.property(
      someCalendar,
      someDuration,
      someStep,
      (given, durationMinutes, stepMinutes) => {
        const { calendar, at } = given;
        const range = { start: at, end: at + 12 * 60 * minuteMs };
        const expected = minutesIn(range)
          .filter((minute) => minute >= calendar.nowMilliseconds && isOnGrid(calendar, stepMinutes, minute))
          .filter((start) => checkSlot(slotAt(start, durationMinutes), calendar) === null);
        expect(freeStarts({ calendar, range, durationMinutes, stepMinutes })).toEqual(expected);
      },
    );
    await checkProperty(property, 150);
  });

  it("alternatives are valid, with notice and in the future", async () => {
    const property = fc.property(someCalendar, someDuration, ({ calendar, at }, durationMinutes) => {
      const problemAt = (start: number) => checkSlot(slotAt(start, durationMinutes), calendar);
      const offered = alternativesTo(calendar, at, durationMinutes);
      expect(offered.map(problemAt)).toEqual(offered.map(() => null));
      expect(offered.filter((start) => start <= at || start < calendar.nowMilliseconds)).toEqual([]);
    });
    await checkProperty(property);
  });

  it("alternatives are missing only if no start is valid", async () => {
    const property = fc.property(someCalendar, someDuration, (given, durationMinutes) => {
      const { at } = given;
      const rules = { ...given.calendar.rules, minNoticeMinutes: null };
      const calendar = { ...given.calendar, rules, nowMilliseconds: at };
      fc.pre(checkSlot(slotAt(at, durationMinutes), calendar) !== null);
      const range = { start: at + 1, end: at + 1 + 14 * dayMinutes * minuteMs };
      const [earliest] = freeStarts({ calendar, range, durationMinutes, stepMinutes: 1 });
      expect(alternativesTo(calendar, at, durationMinutes)[0]).toBe(earliest);
    });
    await checkProperty(property);
  });
});
