import { describe, expect, it } from "@jest/globals";
import { calendar, DAILY, event, MEMBER, read, THE_HOUR } from "../support/icalendar-files.ts";

describe("a series", () => {
  const [AT_TEN, DAY] = [["DTSTART:20261201T100000", "DURATION:PT1H"], "DTSTART;VALUE=DATE:20261201"];
  const FIRST_TWO = `${THE_HOUR} 12-02T15:00/12-02T16:00`;
  const FIRST_AND_THIRD = `${THE_HOUR} 12-03T15:00/12-03T16:00`;
  const FIRST_DAY = "12-01T05:00/12-02T05:00";
  const TWO_DAYS = `${FIRST_DAY} 12-02T05:00/12-03T05:00`;
  const unreadable = (line: number) => `Intake cannot read EXRULE in line ${line} of the calendar.`;

  it.each<[string, string[], string]>([
    [
      "stays at its time of the clock",
      ["DTSTART:20270313T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2"],
      "03-13T15:00/03-13T16:00 03-14T14:00/03-14T15:00",
    ],
    [
      "of days",
      ["DTSTART;VALUE=DATE:20270313", "RRULE:FREQ=DAILY;COUNT=2"],
      "03-13T05:00/03-14T05:00 03-14T05:00/03-15T04:00",
    ],
    ["until an instant, included", [...AT_TEN, "RRULE:FREQ=DAILY;UNTIL=20261202T150000Z"], FIRST_TWO],
    ["until the instant before", [...AT_TEN, "RRULE:FREQ=DAILY;UNTIL=20261202T145959Z"], THE_HOUR],
    ["until a time of its clock", [...AT_TEN, "RRULE:FREQ=DAILY;UNTIL=20261202T100000"], FIRST_TWO],
    ["until a date, included", [...AT_TEN, "RRULE:FREQ=DAILY;UNTIL=20261202"], FIRST_TWO],
    ["of days until an instant of the last", [DAY, "RRULE:FREQ=DAILY;UNTIL=20261202T000000Z"], TWO_DAYS],
    [
      "in UTC until a date of the member",
      ["DTSTART:20261202T030000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20261202"],
      "12-02T03:00/12-02T04:00 12-03T03:00/12-03T04:00",
    ],
    [
      "in UTC until a time of the member",
      ["DTSTART:20261201T150000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20261202T100000"],
      FIRST_TWO,
    ],
    ["with a start beside its rule", [...AT_TEN, "RRULE:FREQ=WEEKLY;COUNT=1;BYDAY=WE"], FIRST_TWO],
    ["without an excluded time", [...DAILY, "EXDATE:20261202T100000"], FIRST_AND_THIRD],
    ["without an excluded instant", [...DAILY, "EXDATE:20261202T150000Z,20261203T150000Z"], THE_HOUR],
    ["without an excluded day", [...DAILY, "EXDATE;VALUE=DATE:20261202"], FIRST_AND_THIRD],
    [
      "without its first time",
      [...DAILY, "EXDATE:20261201T100000"],
      "12-02T15:00/12-02T16:00 12-03T15:00/12-03T16:00",
    ],
    [
      "of days without an excluded midnight",
      [DAY, "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261202T050000Z"],
      FIRST_DAY,
    ],
    [
      "of days without an excluded midnight in UTC",
      [DAY, "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20261202T000000Z"],
      "12-01T05:00/12-02T05:00 12-03T05:00/12-04T05:00",
    ],
    [
      "of days without an excluded midnight of another clock",
      [DAY, "RRULE:FREQ=DAILY;COUNT=2", "EXDATE;TZID=Asia/Tokyo:20261202T000000"],
      FIRST_DAY,
    ],
    [
      "of days although a time in UTC is excluded",
      [DAY, "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261201T230000Z"],
      TWO_DAYS,
    ],
    [
      "of days with further midnights, in UTC and on the clock",
      [DAY, "RDATE:20261203T000000Z,20261205T050000Z", "RDATE;TZID=Asia/Tokyo:20261207T000000"],
      "12-01T05:00/12-02T05:00 12-03T05:00/12-04T05:00 12-05T05:00/12-06T05:00 12-07T05:00/12-08T05:00",
    ],
    ["with further times", [...AT_TEN, "RDATE:20261203T100000,20261201T100000"], FIRST_AND_THIRD],
    ["with a further day", [...AT_TEN, "RDATE;VALUE=DATE:20261203"], FIRST_AND_THIRD],
    [
      "that began long ago",
      ["DTSTART:16010101T100000", "DURATION:PT1H", "RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1"],
      THE_HOUR,
    ],
    [
      "whose last time reaches into the window",
      ["DTSTART:20261101T000000Z", "DURATION:P20D", "RRULE:FREQ=WEEKLY;COUNT=2"],
      "11-08T00:00/11-28T00:00",
    ],
    [
      "with a further time from which it reaches into the window, on the clock where days begin last",
      ["DTSTART:20261201T150000Z", "DURATION:P20D", "RDATE;TZID=Etc/GMT+12:20261106T120001"],
      "11-07T00:00/11-27T00:00 12-01T15:00/12-21T15:00",
    ],
    [
      "without an excluded time from which it would, on the clock where days begin first",
      [
        ...["DTSTART;TZID=Etc/GMT+12:20261106T120001", "DURATION:P20D", "RRULE:FREQ=WEEKLY;COUNT=2"],
        "EXDATE;TZID=Pacific/Kiritimati:20261107T140001",
      ],
      "11-14T00:00/12-04T00:00",
    ],
    [
      "without an excluded period, which is longer than its other times",
      [
        ...["DTSTART:20261201T150000Z", "DURATION:PT1H"],
        ...["RDATE;VALUE=PERIOD:20261001T000000Z/P90D", "EXDATE:20261001T000000Z"],
      ],
      THE_HOUR,
    ],
    [
      "without what a further rule excludes, on the clock",
      [
        ...["DTSTART:20270312T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4"],
        ...["EXRULE:FREQ=DAILY;INTERVAL=2;UNTIL=20270314T140000Z", "EXRULE:"],
      ],
      "03-13T15:00/03-13T16:00 03-15T14:00/03-15T15:00",
    ],
    [
      "of which a rule excludes neither its start nor other times of the day",
      [...DAILY, "EXRULE:FREQ=WEEKLY;BYDAY=WE;BYHOUR=11", "EXRULE:FREQ=DAILY;BYDAY=TH;COUNT=1"],
      FIRST_TWO,
    ],
    [
      "whose excluding rule has an end without a value",
      [...DAILY, "EXRULE:FREQ=DAILY;UNTIL="],
      unreadable(8),
    ],
    ["whose excluding rule cannot be read", [...DAILY, "EXRULE:FREQ=SOMETIMES"], unreadable(8)],
    [
      "of days whose excluding rule ends at an instant, which leaves the last day in doubt",
      [DAY, "RRULE:FREQ=DAILY;COUNT=4", "EXRULE:FREQ=DAILY;UNTIL=20261202T230000Z"],
      unreadable(7),
    ],
    [
      "in UTC whose excluding rule ends on a date of some clock",
      [
        ...["DTSTART:20261201T150000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4"],
        "EXRULE:FREQ=DAILY;UNTIL=20261202",
      ],
      unreadable(8),
    ],
    [
      "of two rules",
      [...AT_TEN, "RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=WEEKLY;COUNT=2"],
      "12-01T15:00/12-01T16:00 12-02T15:00/12-02T16:00 12-08T15:00/12-08T16:00",
    ],
  ])("%s", (_, lines, times) => {
    expect(read(calendar(...event(...lines)))).toBe(times);
  });

  /** Exchange writes the midnight that begins the last day on the clock of its user. */
  it.each<[timeZone: string, until: string, lastDay: string]>([
    ["Europe/Berlin", "20261216T230000Z", "12-16T23:00/12-17T23:00"],
    ["Pacific/Auckland", "20261216T110000Z", "12-16T11:00/12-17T11:00"],
    ["Asia/Kolkata", "20261216T183000Z", "12-16T18:30/12-17T18:30"],
    ["America/New_York", "20261217T050000Z", "12-17T05:00/12-18T05:00"],
    ["Pacific/Honolulu", "20261217T100000Z", "12-17T10:00/12-18T10:00"],
    ["Europe/London", "20261217T000000Z", "12-17T00:00/12-18T00:00"],
    ["Pacific/Auckland", "20261217T000000Z", "12-16T11:00/12-17T11:00"],
    ["Europe/London", "20261216T230000Z", "12-17T00:00/12-18T00:00"],
    ["Europe/Berlin", "20261216T220000Z", "12-16T23:00/12-17T23:00"],
    ["Europe/Berlin", "20261217T235959Z", "12-16T23:00/12-17T23:00"],
    ["America/New_York", "20261217T235959Z", "12-17T05:00/12-18T05:00"],
    ["America/New_York", "20261217T235959", "12-17T05:00/12-18T05:00"],
    ["America/New_York", "20261217", "12-17T05:00/12-18T05:00"],
  ])("of days in %s until %s has that last day", (timeZone, until, lastDay) => {
    const file = calendar(...event("DTSTART;VALUE=DATE:20261203", `RRULE:FREQ=DAILY;UNTIL=${until}`));
    expect(
      read(file, { ...MEMBER, timeZone })
        .split(" ")
        .at(-1),
    ).toBe(lastDay);
  });
});
