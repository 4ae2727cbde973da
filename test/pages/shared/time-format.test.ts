import { describe, expect, it } from "@jest/globals";
import { TEXTS } from "../../../pages/book/texts/languages.ts";
import {
  differingFormat,
  firstWeekday,
  partOfDay,
  timeElsewhere,
  timeFormat,
  timeRange,
} from "../../../pages/shared/time-format.ts";
import { isKnownZone } from "../../../pages/shared/time-zones.ts";

/** Replaces special spaces: languages put different ones before AM. */
const plain = (text: string) => text.replace(/\s/g, " ");

const START = "2026-03-03T00:30:00.000Z";

describe("a time", () => {
  it.each([
    ["en-US", "Monday, March 2, 2026", "7:30 PM"],
    ["en-GB", "Monday 2 March 2026", "19:30"],
    ["de-DE", "Montag, 2. März 2026", "19:30"],
    ["ja-JP", "2026年3月2日月曜日", "19:30"],
  ])("is written as in %s", (locale, day, time) => {
    const format = timeFormat(locale, "America/New_York");
    expect([plain(format.day(START)).replace("day,", "day,"), plain(format.time(START))]).toEqual([
      expect.stringMatching(new RegExp(day.replace(/,? /g, ",? "))),
      time,
    ]);
  });

  it("names its zone", () => {
    expect(timeFormat("en-US", "America/New_York").zoneName(START)).toBe("Eastern Time");
    expect(timeFormat("en-US", "Asia/Kathmandu").zoneName(START)).toBe("Nepal Time");
  });

  it.each([
    ["2026-12-31T23:30:00.000Z", "America/New_York", "Thursday, December 31 at 6:30 PM EST"],
    ["2026-12-31T23:30:00.000Z", "Asia/Tokyo", "Friday, January 1, 2027 at 8:30 AM GMT+9"],
    ["2025-12-31T23:30:00.000Z", "UTC", "Wednesday, December 31, 2025 at 11:30 PM UTC"],
  ])("names the year of another year, by the visitor's clock: %s in %s", (instant, zone, expected) => {
    const format = timeFormat("en-US", zone, () => Date.parse("2026-11-01T12:00:00.000Z"));
    expect(plain(format.dayAndTime(instant))).toBe(expected);
  });

  it("names the year of another year beside a day, and in a range that reaches into one", () => {
    const format = timeFormat("en-US", "UTC", () => Date.parse("2026-12-20T12:00:00.000Z"));
    expect(
      [format.longDate("2026-12-31"), format.longDate("2027-01-01"), format.shortDate("2027-01-01")].map(
        plain,
      ),
    ).toEqual(["Thursday, December 31", "Friday, January 1, 2027", "January 1, 2027"]);
    expect(plain(format.dateRange("2026-12-20", "2026-12-26"))).not.toContain("2026");
    expect(plain(format.dateRange("2026-12-20", "2027-01-16"))).toContain("2027");
  });

  it.each([
    ["America/New_York", "2026-11-01T04:30:00.000Z", "12:30 AM"],
    ["America/New_York", "2026-11-01T05:30:00.000Z", "1:30 AM EDT"],
    ["America/New_York", "2026-11-01T06:30:00.000Z", "1:30 AM EST"],
    ["America/New_York", "2026-11-01T07:00:00.000Z", "2:00 AM"],
    ["Australia/Lord_Howe", "2026-04-04T14:45:00.000Z", "1:45 AM GMT+11"],
    ["Australia/Lord_Howe", "2026-04-04T15:15:00.000Z", "1:45 AM GMT+10:30"],
    ["Antarctica/Troll", "2026-10-25T00:30:00.000Z", "2:30 AM GMT+2"],
  ])("names its zone only if the clock shows it twice: %s, %s", (zone, instant, time) => {
    expect(plain(timeFormat("en-US", zone).time(instant))).toBe(time);
  });

  it.each([
    ["en-US", "America/New_York", "Sunday, November 1 at 12:30 AM EDT"],
    ["en-GB", "Europe/London", "Sunday 1 November at 04:30 GMT"],
    ["de-DE", "Europe/Berlin", "Sonntag, 1. November um 05:30 MEZ"],
    ["es-ES", "Europe/Madrid", "domingo, 1 de noviembre, 5:30 CET"],
    ["fr-FR", "Europe/Paris", "dimanche 1er novembre à 05:30 UTC+1"],
  ])("names its zone in a sentence, with its day: %s", (locale, zone, expected) => {
    const instant = "2026-11-01T04:30:00.000Z";
    expect(plain(timeFormat(locale, zone, () => Date.parse(instant)).dayAndTime(instant))).toBe(expected);
  });

  it.each([
    ["fr-FR", "dimanche 1er novembre 2026", "1er novembre", "1er–28 nov."],
    ["fr-CA", "dimanche 1er novembre 2026", "1er novembre", "1er – 28 nov."],
    ["es", "domingo, 1 de noviembre de 2026", "1 de noviembre", "1–28 nov"],
  ])("writes the first day of a month as in %s", (locale, day, date, range) => {
    const now = "2026-11-01T12:00:00.000Z";
    const format = timeFormat(locale, "UTC", () => Date.parse(now));
    const written = [format.day(now), format.shortDate("2026-11-01")];
    expect([...written, format.dateRange("2026-11-01", "2026-11-28")].map(plain)).toEqual([day, date, range]);
    expect(format.dayOfMonth("2026-11-01")).toBe("1");
    expect(plain(format.shortDate("2026-11-21"))).not.toContain("er");
  });
});

describe("a time range", () => {
  const range = (start: string, minutes: number, locale: "en" | "es" | "de" | "fr" = "en") =>
    plain(timeRange(TEXTS[locale].times, timeFormat(locale, "America/New_York"), start, minutes));

  it("has one day", () => {
    expect(range("2026-03-02T15:00:00.000Z", 60)).toBe("10:00 – 11:00 AM");
    expect(range("2026-03-02T16:30:00.000Z", 60)).toBe("11:30 AM – 12:30 PM");
  });

  it.each([
    ["en", "11:30 PM – 12:30 AM (next day)"],
    ["es", "23:30 – 0:30 (día siguiente)"],
    ["de", "23:30 – 0:30 (Folgetag)"],
    ["fr", "23:30 – 0:30 (le lendemain)"],
  ] as const)("says that it ends on the next day: %s", (locale, expected) => {
    // Browsers write hours with one digit or two.
    expect(range("2026-03-03T04:30:00.000Z", 60, locale).replace(" 00:", " 0:")).toBe(expected);
  });

  it("ends on the next day at midnight", () => {
    expect(range("2026-03-03T04:00:00.000Z", 60)).toBe("11:00 PM – 12:00 AM (next day)");
    expect(range("2026-12-31T05:00:00.000Z", 1_440)).toBe("12:00 AM – 12:00 AM (next day)");
  });

  it("names the zone of both times where the clock is changed meanwhile, or shows the start twice", () => {
    expect(range("2026-11-01T05:30:00.000Z", 60)).toBe("1:30 AM EDT – 1:30 AM EST");
    expect(range("2026-03-08T06:30:00.000Z", 60)).toBe("1:30 AM EST – 3:30 AM EDT");
    expect(range("2026-11-01T05:15:00.000Z", 15)).toBe("1:15 AM EDT – 1:30 AM EDT");
    expect(range("2026-11-01T06:15:00.000Z", 15)).toBe("1:15 AM EST – 1:30 AM EST");
    expect(range("2026-11-01T03:30:00.000Z", 240)).toBe("11:30 PM EDT – 2:30 AM EST (next day)");
  });
});

describe("the attorney's time", () => {
  const newYork = timeFormat("en-US", "America/New_York");

  it("is shown if the clocks differ, and only then", () => {
    const differs = (zone: string, start = START) =>
      differingFormat(start, timeFormat("en-US", zone), newYork) !== undefined;
    expect(["America/Toronto", "America/Chicago", "Pacific/Kiritimati"].map((zone) => differs(zone))).toEqual(
      [false, true, true],
    );
    // Kingston's clocks are New York's in winter, but not in summer.
    expect(
      ["2026-01-05T15:00:00.000Z", "2026-07-06T15:00:00.000Z"].map((start) =>
        differs("America/Jamaica", start),
      ),
    ).toEqual([false, true]);
  });

  it("says that its day is another one", () => {
    const elsewhere = (start: string, here: string, there: string) =>
      plain(timeElsewhere(TEXTS.en.times, start, timeFormat("en-US", here), timeFormat("en-US", there)));
    expect(elsewhere(START, "America/Chicago", "America/New_York")).toBe("7:30 PM");
    expect(elsewhere(START, "Pacific/Kiritimati", "America/New_York")).toBe("7:30 PM (previous day)");
    expect(elsewhere(START, "America/New_York", "Asia/Tokyo")).toBe("9:30 AM (next day)");
    // Kiritimati is 25 hours ahead of Pago Pago.
    expect(elsewhere("2026-03-02T10:30:00.000Z", "Pacific/Kiritimati", "Pacific/Pago_Pago")).toBe(
      "Sun 11:30 PM",
    );
  });

  it("is left out when the browser does not know the zone", () => {
    expect(["America/New_York", "Mars/Olympus_Mons", ""].map(isKnownZone)).toEqual([true, false, false]);
    expect(differingFormat(START, newYork, undefined)).toBeUndefined();
  });
});

it("a day has a morning, an afternoon and an evening by the visitor's clock", () => {
  const starts = [
    "2026-03-02T00:00:00.000Z",
    "2026-03-02T11:59:00.000Z",
    "2026-03-02T12:00:00.000Z",
    "2026-03-02T18:00:00.000Z",
  ];
  expect(starts.map((start) => partOfDay(start, "Europe/London"))).toEqual([
    "morning",
    "morning",
    "afternoon",
    "evening",
  ]);
  expect(partOfDay("2026-03-02T12:00:00.000Z", "Asia/Tokyo")).toBe("evening");
});

it("a week begins as in the visitor's language", () => {
  expect(["en-US", "en-GB", "de", "ar-EG"].map(firstWeekday)).toEqual([7, 1, 1, 6]);
});
