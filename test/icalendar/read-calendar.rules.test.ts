import { describe, expect, it } from "@jest/globals";
import { calendar, DAILY, event, MEMBER, read, THE_HOUR } from "../support/icalendar-files.ts";

describe("a series", () => {
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
    [
      "until an instant, included",
      ["DTSTART:20261201T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20261202T150000Z"],
      "12-01T15:00/12-01T16:00 12-02T15:00/12-02T16:00",
    ],
    [
      "until the instant before",
      ["DTSTART:20261201T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20261202T145959Z"],
      "12-01T15:00/12-01T16:00",
    ],
    [
      "until a time of its clock",
      ["DTSTART:20261201T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20261202T100000"],
      "12-01T15:00/12-01T16:00 12-02T15:00/12-02T16:00",
    ],
    [
      "until a date, included",
      ["DTSTART:20261201T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20261202"],
      "12-01T15:00/12-01T16:00 12-02T15:00/12-02T16:00",
    ],
    [
      "of days until an instant of the last",
      ["DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;UNTIL=20261202T000000Z"],
      "12-01T05:00/12-02T05:00 12-02T05:00/12-03T05:00",
    ],
    [
      "in UTC until a date of the member",
      ["DTSTART:20261202T030000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20261202"],
      "12-02T03:00/12-02T04:00 12-03T03:00/12-03T04:00",
    ],
    [
      "in UTC until a time of the member",
      ["DTSTART:20261201T150000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20261202T100000"],
      "12-01T15:00/12-01T16:00 12-02T15:00/12-02T16:00",
    ],
    [
      "with a start beside its rule",
      ["DTSTART:20261201T100000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=1;BYDAY=WE"],
      "12-01T15:00/12-01T16:00 12-02T15:00/12-02T16:00",
    ],
    [
      "without an excluded time",
      [...DAILY, "EXDATE:20261202T100000"],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00",
    ],
    [
      "without an excluded instant",
      [...DAILY, "EXDATE:20261202T150000Z,20261203T150000Z"],
      "12-01T15:00/12-01T16:00",
    ],
    [
      "without an excluded day",
      [...DAILY, "EXDATE;VALUE=DATE:20261202"],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00",
    ],
    [
      "without its first time",
      [...DAILY, "EXDATE:20261201T100000"],
      "12-02T15:00/12-02T16:00 12-03T15:00/12-03T16:00",
    ],
    [
      "of days without an excluded midnight",
      ["DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261202T050000Z"],
      "12-01T05:00/12-02T05:00",
    ],
    [
      "of days without an excluded midnight in UTC",
      ["DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20261202T000000Z"],
      "12-01T05:00/12-02T05:00 12-03T05:00/12-04T05:00",
    ],
    [
      "of days without an excluded midnight of another clock",
      ["DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE;TZID=Asia/Tokyo:20261202T000000"],
      "12-01T05:00/12-02T05:00",
    ],
    [
      "of days although a time in UTC is excluded",
      ["DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261201T230000Z"],
      "12-01T05:00/12-02T05:00 12-02T05:00/12-03T05:00",
    ],
    [
      "of days with further midnights, in UTC and on the clock",
      [
        "DTSTART;VALUE=DATE:20261201",
        "RDATE:20261203T000000Z,20261205T050000Z",
        "RDATE;TZID=Asia/Tokyo:20261207T000000",
      ],
      "12-01T05:00/12-02T05:00 12-03T05:00/12-04T05:00 12-05T05:00/12-06T05:00 12-07T05:00/12-08T05:00",
    ],
    [
      "with further times",
      ["DTSTART:20261201T100000", "DURATION:PT1H", "RDATE:20261203T100000,20261201T100000"],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00",
    ],
    [
      "with a further day",
      ["DTSTART:20261201T100000", "DURATION:PT1H", "RDATE;VALUE=DATE:20261203"],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00",
    ],
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
      "12-01T15:00/12-01T16:00 12-02T15:00/12-02T16:00",
    ],
    [
      "whose excluding rule has an end without a value",
      [...DAILY, "EXRULE:FREQ=DAILY;UNTIL="],
      "Intake cannot read EXRULE in line 8 of the calendar.",
    ],
    [
      "whose excluding rule cannot be read",
      [...DAILY, "EXRULE:FREQ=SOMETIMES"],
      "Intake cannot read EXRULE in line 8 of the calendar.",
    ],
    [
      "of days whose excluding rule ends at an instant, which leaves the last day in doubt",
      ["DTSTART;VALUE=DATE:20261201", "RRULE:FREQ=DAILY;COUNT=4", "EXRULE:FREQ=DAILY;UNTIL=20261202T230000Z"],
      "Intake cannot read EXRULE in line 7 of the calendar.",
    ],
    [
      "in UTC whose excluding rule ends on a date of some clock",
      [
        ...["DTSTART:20261201T150000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4"],
        "EXRULE:FREQ=DAILY;UNTIL=20261202",
      ],
      "Intake cannot read EXRULE in line 8 of the calendar.",
    ],
    [
      "of two rules",
      ["DTSTART:20261201T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=WEEKLY;COUNT=2"],
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
