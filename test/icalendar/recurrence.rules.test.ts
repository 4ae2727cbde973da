import { describe, expect, it } from "@jest/globals";
import { occurrences } from "../../shared/icalendar/recurrence.rules.ts";
import { type RecurrenceRule, ruleOf } from "../../shared/icalendar/rule-parts.rules.ts";

const ANY_TIME = { start: Date.parse("1900-01-01"), end: Date.parse("2010-01-01") };

const read = (text: string): RecurrenceRule => {
  const rule = ruleOf({ name: "rrule", parameters: {}, values: [text], line: 1 });
  if (rule === null) throw new Error("no rule");
  return rule;
};

const startOf = (text: string) => ({ wall: Date.parse(`${text}Z`), isDate: false });

type Work = { steps: number };

/** Counts the steps; those beyond the limit end the reading, as they do in a file. */
const counter = (work: Work, maximum = 100_000) => ({
  take: (count: number) => {
    work.steps += count;
    if (work.steps > maximum) throw new Error("too many steps");
  },
});

const dates = (rule: string, start: string, range = ANY_TIME) =>
  occurrences(read(rule), startOf(start), range, counter({ steps: 0 })).map((wall) =>
    new Date(wall).toISOString().slice(0, 16).replace("T09:00", ""),
  );

/** The examples of RFC 5545, 3.8.5.3, with the dates that it lists. */
it.each<[rule: string, start: string, dates: string]>([
  ["FREQ=DAILY;COUNT=5;INTERVAL=10", "1997-09-02", "1997-09-02 1997-09-12 1997-09-22 1997-10-02 1997-10-12"],
  [
    "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
    "1997-09-02",
    "1997-09-02 1997-09-04 1997-09-16 1997-09-18 1997-09-30 1997-10-02 1997-10-14 1997-10-16",
  ],
  [
    "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
    "1997-08-05",
    "1997-08-05 1997-08-10 1997-08-19 1997-08-24",
  ],
  [
    "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
    "1997-08-05",
    "1997-08-05 1997-08-17 1997-08-19 1997-08-31",
  ],
  [
    "FREQ=MONTHLY;COUNT=6;BYDAY=1FR",
    "1997-09-05",
    "1997-09-05 1997-10-03 1997-11-07 1997-12-05 1998-01-02 1998-02-06",
  ],
  [
    "FREQ=MONTHLY;INTERVAL=2;COUNT=8;BYDAY=1SU,-1SU",
    "1997-09-07",
    "1997-09-07 1997-09-28 1997-11-02 1997-11-30 1998-01-04 1998-01-25 1998-03-01 1998-03-29",
  ],
  ["FREQ=MONTHLY;COUNT=4;BYDAY=-2MO", "1997-09-22", "1997-09-22 1997-10-20 1997-11-17 1997-12-22"],
  ["FREQ=MONTHLY;COUNT=4;BYMONTHDAY=-3", "1997-09-28", "1997-09-28 1997-10-29 1997-11-28 1997-12-29"],
  ["FREQ=MONTHLY;COUNT=4;BYMONTHDAY=1,-1", "1997-09-30", "1997-09-30 1997-10-01 1997-10-31 1997-11-01"],
  [
    "FREQ=MONTHLY;COUNT=5;BYMONTHDAY=15,30",
    "2007-01-15",
    "2007-01-15 2007-01-30 2007-02-15 2007-03-15 2007-03-30",
  ],
  ["FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09-04", "1997-09-04 1997-10-07 1997-11-06"],
  [
    "FREQ=MONTHLY;COUNT=4;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
    "1997-09-29",
    "1997-09-29 1997-10-30 1997-11-27 1997-12-30",
  ],
  [
    "FREQ=MONTHLY;COUNT=4;BYDAY=FR;BYMONTHDAY=13",
    "1997-09-02",
    "1998-02-13 1998-03-13 1998-11-13 1999-08-13",
  ],
  ["FREQ=YEARLY;COUNT=4;BYMONTH=6,7", "1997-06-10", "1997-06-10 1997-07-10 1998-06-10 1998-07-10"],
  [
    "FREQ=YEARLY;INTERVAL=3;COUNT=7;BYYEARDAY=1,100,200",
    "1997-01-01",
    "1997-01-01 1997-04-10 1997-07-19 2000-01-01 2000-04-09 2000-07-18 2003-01-01",
  ],
  ["FREQ=YEARLY;COUNT=3;BYDAY=20MO", "1997-05-19", "1997-05-19 1998-05-18 1999-05-17"],
  ["FREQ=YEARLY;COUNT=3;BYWEEKNO=20;BYDAY=MO", "1997-05-12", "1997-05-12 1998-05-11 1999-05-17"],
  ["FREQ=YEARLY;COUNT=4;BYMONTH=3;BYDAY=TH", "1997-03-13", "1997-03-13 1997-03-20 1997-03-27 1998-03-05"],
  [
    "FREQ=YEARLY;INTERVAL=4;COUNT=3;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
    "1996-11-05",
    "1996-11-05 2000-11-07 2004-11-02",
  ],
  ["FREQ=HOURLY;INTERVAL=3;COUNT=3", "1997-09-02", "1997-09-02 1997-09-02T12:00 1997-09-02T15:00"],
  ["FREQ=MINUTELY;INTERVAL=90;COUNT=3", "1997-09-02", "1997-09-02 1997-09-02T10:30 1997-09-02T12:00"],
  [
    "FREQ=DAILY;COUNT=3;BYHOUR=9;BYMINUTE=0,20,40",
    "1997-09-02",
    "1997-09-02 1997-09-02T09:20 1997-09-02T09:40",
  ],
])("%s from %s", (rule, start, expected) => {
  expect(dates(rule, `${start}T09:00`).join(" ")).toBe(expected);
});

it.each<[rule: string, start: string, dates: string]>([
  ["FREQ=MONTHLY;COUNT=3", "2004-01-31", "2004-01-31 2004-03-31 2004-05-31"],
  ["FREQ=YEARLY;COUNT=3", "1996-02-29", "1996-02-29 2000-02-29 2004-02-29"],
  ["FREQ=YEARLY;COUNT=2;BYMONTHDAY=31", "1997-06-10", "1997-07-31 1997-08-31"],
  ["FREQ=MONTHLY;COUNT=3;BYMONTH=6,5,8,1", "1997-05-14", "1997-05-14 1997-06-14 1997-08-14"],
  ["FREQ=YEARLY;COUNT=2;BYWEEKNO=20", "1997-05-12", "1997-05-12 1998-05-11"],
  ["FREQ=YEARLY;COUNT=2;BYWEEKNO=-1;BYDAY=WE", "1997-01-01", "1997-12-24 1998-12-30"],
  ["FREQ=WEEKLY;COUNT=2;BYDAY=3WE", "1997-09-02", "1997-09-03 1997-09-10"],
])("%s from %s, as the parts say", (rule, start, expected) => {
  expect(dates(rule, `${start}T09:00`).join(" ")).toBe(expected);
});

it("ignores the parts of a clock in a series of whole days", () => {
  const start = { wall: Date.parse("1997-09-02"), isDate: true };
  const range = { start: start.wall, end: Date.parse("1997-09-04") };
  const rule = read("FREQ=DAILY;BYHOUR=9;BYMINUTE=30");
  expect(occurrences(rule, start, range, counter({ steps: 0 }))).toEqual([
    Date.parse("1997-09-02"),
    Date.parse("1997-09-03"),
  ]);
});

describe("an old series", () => {
  it.each([
    "FREQ=DAILY;INTERVAL=3",
    "FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR;WKST=SU",
    "FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31,-2",
    "FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU,-1FR",
    "FREQ=YEARLY;INTERVAL=2;BYMONTH=5,6;BYDAY=1SU",
    "FREQ=HOURLY;INTERVAL=7",
  ])("has the same dates when it is read from the range on: %s", (rule) => {
    const range = { start: Date.parse("2001-04-03T10:00Z"), end: Date.parse("2003-09-01") };
    const found = dates(rule, "1996-02-29T09:00", range);
    expect(found.length).toBeGreaterThan(1);
    expect(found).toEqual(dates(`${rule};COUNT=99999999`, "1996-02-29T09:00", range));
  });

  it.each<[rule: string, steps: number]>([
    ["FREQ=DAILY", 400],
    ["FREQ=WEEKLY;BYDAY=MO,WE", 100],
    ["FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", 100],
    ["FREQ=YEARLY;BYMONTH=3;BYDAY=1SU", 100],
  ])("takes few steps, although it began in 1601: %s", (rule, steps) => {
    const work = { steps: 0 };
    const range = { start: Date.parse("2026-11-27"), end: Date.parse("2027-05-26") };
    expect(occurrences(read(rule), startOf("1601-01-01T09:00"), range, counter(work)).length).toBeGreaterThan(
      0,
    );
    expect(work.steps).toBeLessThan(steps);
  });
});

describe("a hostile rule", () => {
  const range = { start: Date.parse("2026-11-27"), end: Date.parse("2027-05-26") };
  const every = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index).join(",");

  it.each<[rule: string, steps: number]>([
    ["FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", 400],
    ["FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=1;BYSETPOS=2", 100],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", 100],
    ["FREQ=YEARLY;BYDAY=53MO;BYWEEKNO=1", 100],
    ["FREQ=DAILY;INTERVAL=99999999999999999999", 10],
  ])("without an occurrence ends: %s", (rule, steps) => {
    const work = { steps: 0 };
    occurrences(read(rule), startOf("1997-09-02T09:00"), range, counter(work));
    expect(work.steps).toBeLessThan(steps);
  });

  it.each([
    "FREQ=SECONDLY",
    "FREQ=SECONDLY;COUNT=99999999",
    "FREQ=MINUTELY;BYMONTH=12",
    `FREQ=DAILY;BYHOUR=${every(0, 23)};BYMINUTE=${every(0, 59)};BYSECOND=${every(0, 59)}`,
    `FREQ=SECONDLY;COUNT=1;BYMONTH=2;BYMONTHDAY=30`,
  ])("with too many ends at the limit: %s", (rule) => {
    const work = { steps: 0 };
    const start = startOf("1997-09-02T09:00");
    expect(() => occurrences(read(rule), start, range, counter(work))).toThrow("too many steps");
    expect(work.steps).toBeLessThan(200_000);
  });

  it.each([
    ...["COUNT=3", "FREQ=FORTNIGHTLY", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=-1"],
    ...["FREQ=YEARLY;RSCALE=CHINESE", "FREQ=YEARLY;RSCALE=GREGORIAN;SKIP=FORWARD"],
  ])("that says nothing, or counts by another calendar, is refused: %s", (rule) => {
    const start = startOf("1997-09-02T09:00");
    expect(() => occurrences(read(rule), start, range, counter({ steps: 0 }))).toThrow(
      "Intake cannot read RRULE in line 1 of the calendar.",
    );
  });
});
