import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Interval, merge, utcDates } from "../../shared/time/intervals.rules.ts";
import {
  type AttorneyCalendar,
  alternativeStarts,
  checkSlot,
  type FreeStartsQuery,
  freeStarts,
  nextAvailable,
  type SlotProblem,
  searchedRange,
} from "../../shared/time/slots.rules.ts";
import { officeHoursWithin, timeOffWithin } from "../../shared/time/working-time.rules.ts";
import { isAway, openWindows } from "../soak/verdict.ts";
import { checkProperty } from "../support/check-property.ts";
import { someCalendar, someDuration } from "../support/random-calendars.ts";
import {
  judgedByContract,
  minutesIn,
  shown,
  shownHours,
  slotAt,
  startsByContract,
} from "../support/starts-by-contract.ts";

// Reads the clock that `Intl` shows, minute by minute. The soak judges the service's answers by the same reading.

const minuteMs = 60_000;
const dayMinutes = 1440;

function minutesWhere(range: Interval, isTrue: (minute: number) => boolean): Interval[] {
  const minutes = minutesIn(range).filter(isTrue);
  return merge(minutes.map((start) => ({ start, end: start + minuteMs })));
}

const PROBLEMS: Readonly<Record<string, SlotProblem | null>> = {
  accepted: null,
  rules: "booking_not_allowed",
  slot_unavailable: "slot_unavailable",
  outside_office_hours: "outside_office_hours",
  attorney_unavailable: "attorney_unavailable",
  busy_time: "busy_time",
};

/** Returns the calendar as a request for the range reads it: only the slots of the days that it needs. */
const asRead = (calendar: AttorneyCalendar, range: Interval, durationMinutes: number) => {
  const dates = utcDates(searchedRange(calendar, range, durationMinutes));
  const isRead = (time: Interval) => utcDates(time).some((date) => dates.includes(date));
  return {
    ...calendar,
    taken: calendar.taken.filter(isRead),
    busyTimes: calendar.busyTimes.filter(isRead),
  };
};

/** Returns the starts that a request lists. */
const listed = ({ calendar, range, durationMinutes, stepMinutes }: FreeStartsQuery) => {
  const read = asRead(calendar, range, durationMinutes);
  return freeStarts({ calendar: read, range, durationMinutes, stepMinutes });
};

const someStep = fc.constantFrom(5, 10, 15, 25, 30, 40, 60);

/** Returns a range of some hours near the instant. Its ends are at any millisecond. */
const someRange = (at: number) =>
  fc
    .tuple(
      fc.integer({ min: -60, max: 120 }),
      fc.constantFrom(0, 0, 1, 59_999),
      fc.integer({ min: 1, max: 720 }),
    )
    .map(([delay, milliseconds, minutes]) => slotAt(at + delay * minuteMs + milliseconds, minutes));

const someSearch = someCalendar.chain(({ calendar, at }) =>
  fc.record({
    calendar: fc.constant(calendar),
    range: someRange(at),
    durationMinutes: someDuration,
    stepMinutes: someStep,
  }),
);

describe("compared with the clock, minute by minute", () => {
  it("office hours and time off contain the minutes that match on the clock", async () => {
    const property = fc.property(someCalendar, fc.nat(2 * dayMinutes), (given, minutes) => {
      const { timeZone, timeOff } = given.calendar;
      const hours = shownHours(given.calendar);
      const range = slotAt(given.at, minutes);
      expect(officeHoursWithin(given.calendar, range)).toEqual(
        minutesWhere(range, (minute) => openWindows(timeZone, hours, minute).length > 0),
      );
      expect(timeOffWithin(timeOff, timeZone, range)).toEqual(
        minutesWhere(range, (minute) => isAway(timeZone, shown(timeOff), slotAt(minute, 1))),
      );
    });
    await checkProperty(property);
  });

  it("a slot is valid if every minute of it is", async () => {
    const property = fc.property(someCalendar, fc.nat(dayMinutes), someDuration, (given, delay, minutes) => {
      const slot = slotAt(given.at + delay * minuteMs, minutes);
      expect(checkSlot(slot, given.calendar)).toBe(PROBLEMS[judgedByContract(slot, given.calendar) ?? ""]);
    });
    await checkProperty(property, 400);
  });
});

describe("a list of free starts", () => {
  it("has exactly the accepted starts that are on the grid or where a free interval begins", async () => {
    const property = fc.property(someSearch, (search) => {
      expect(listed(search)).toEqual(startsByContract(search));
    });
    await checkProperty(property, 300);
  });

  it("has the same starts as every other list in their common range", async () => {
    const property = fc.property(someSearch, fc.nat(), fc.nat(), (search, one, other) => {
      const starts = listed(search);
      // A listed start, one that may not be listed, and the range's own end.
      const ends = [...starts, search.range.start + minuteMs, search.range.end];
      const [start = 0, end = 0] = [one, other]
        .map((index) => ends[index % ends.length] ?? 0)
        .toSorted((a, b) => a - b);
      const shared = starts.filter((instant) => start <= instant && instant < end);
      expect(listed({ ...search, range: { start, end } })).toEqual(shared);
    });
    await checkProperty(property, 600);
  });
});

describe("alternatives to a start", () => {
  it("are the first of the list that begins after it, and accepted", async () => {
    const property = fc.property(someCalendar, someDuration, ({ calendar, at }, durationMinutes) => {
      const range = alternativeStarts(calendar, at);
      const offered = nextAvailable({
        calendar: asRead(calendar, range, durationMinutes),
        range,
        durationMinutes,
      });
      const after = { start: at + 1, end: range.end };
      expect(offered).toEqual(
        listed({ calendar, range: after, durationMinutes, stepMinutes: 15 }).slice(0, 3),
      );
      const judged = offered.map((start) => judgedByContract(slotAt(start, durationMinutes), calendar));
      expect(judged).toEqual(offered.map(() => "accepted"));
    });
    await checkProperty(property);
  });

  it("are missing only if no start is valid", async () => {
    const property = fc.property(someCalendar, someDuration, (given, durationMinutes) => {
      const { at } = given;
      const rules = { ...given.calendar.rules, minNoticeMinutes: null };
      const calendar = { ...given.calendar, rules, nowMilliseconds: at };
      fc.pre(checkSlot(slotAt(at, durationMinutes), calendar) !== null);
      const range = { start: at + 1, end: at + 1 + 14 * dayMinutes * minuteMs };
      const [earliest] = freeStarts({ calendar, range, durationMinutes, stepMinutes: 1 });
      expect(nextAvailable({ calendar, range, durationMinutes })[0]).toBe(earliest);
    });
    await checkProperty(property);
  });
});
