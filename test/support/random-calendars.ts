import fc from "fast-check";
import { NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import type { TimeOff } from "../../shared/time/working-time.rules.ts";

const minuteMs = 60_000;
const dayMinutes = 1440;

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

const someDayWindow = someMinutes
  .filter(([from, to]) => from !== to)
  .map((ends) => ends.toSorted((a, b) => a - b).map(timeText))
  .map(([start = "", end = ""]) => ({ start, end }));

const someWindow = fc
  .tuple(fc.integer({ min: 1, max: 7 }), someDayWindow)
  .map(([weekday, window]) => ({ weekday, ...window }));

const someWindows = fc.array(someWindow, { maxLength: 16, size: "max" });

const dayText = (at: number, days: number) => new Date(at + days * 86_400_000).toISOString().slice(0, 10);

/** Returns hours of dates, some of which are closed. */
const someDateHours = (at: number) =>
  fc.uniqueArray(
    fc.record({
      date: fc.integer({ min: -3, max: 3 }).map((days) => dayText(at, days)),
      windows: fc.array(someDayWindow, { maxLength: 3 }),
    }),
    { maxLength: 3, selector: ({ date }) => date },
  );

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

/** Milliseconds after a whole minute. */
const someMilliseconds = fc.constantFrom(0, 0, 0, 1, 59_999);

/** Returns times, most of which start and end at whole minutes. */
const someTime = (at: number) =>
  fc
    .tuple(fc.integer({ min: -120, max: dayMinutes }), fc.integer({ min: 1, max: 120 }), someMilliseconds)
    .map(([delay, minutes, milliseconds]) => {
      const start = at + delay * minuteMs + milliseconds;
      return { start, end: start + minutes * minuteMs };
    });

const someRule = (minimum: number, maximum: number) =>
  fc.option(fc.integer({ min: minimum, max: maximum }), { nil: null, freq: 2 });

const someRules = fc.record({
  minNoticeMinutes: someRule(0, 2 * dayMinutes),
  maxAdvanceDays: someRule(1, 3),
  bufferMinutes: someRule(0, 90),
  maxPerDay: someRule(1, 4),
});

/** Calendars near a change of clocks, each with an instant to view it from. */
export const someCalendar = someMoment.chain(({ timeZone, at }) =>
  fc.record({
    at: fc.constant(at),
    calendar: fc.record({
      timeZone: fc.constant(timeZone),
      officeHours: someWindows,
      dateHours: someDateHours(at),
      timeOff: someTimeOff(at),
      holidays: someDaysOff(at),
      rules: fc.oneof(fc.constant(NO_BOOKING_RULES), someRules),
      taken: fc.array(someTime(at), { maxLength: 6 }),
      busyTimes: fc.array(
        someTime(at).map((time) => ({ ...time, calendar: "google" })),
        { maxLength: 3 },
      ),
      nowMilliseconds: fc
        .tuple(fc.integer({ min: -2 * dayMinutes, max: dayMinutes }), someMilliseconds)
        .map(([minutes, milliseconds]) => at + minutes * minuteMs + milliseconds),
    }),
  }),
);

export const someDuration = fc.oneof(
  fc.integer({ min: 5, max: 90 }),
  fc.integer({ min: 5, max: dayMinutes }),
);
