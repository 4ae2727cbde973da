import { describe, expect, it, jest } from "@jest/globals";
import { timeZoneTable } from "../../lib/bundling/time-zone-table.ts";
import { readCalendar } from "../../shared/icalendar/read-calendar.rules.ts";
import { instantByFormat } from "../support/clock-oracle.ts";
import { calendar, event, MEMBER, read, WINDOW } from "../support/icalendar-files.ts";
import { EASTERN, LONDON, zone } from "../support/icalendar-zones.ts";

const window = { start: WINDOW.start, end: Date.parse("2027-07-01T00:00:00Z") };
const member = { ...MEMBER, window };

/** A time of winter and one of summer. */
const WALLS = ["2026-12-15 12:00", "2027-06-01 12:00"];

const inZone = (tzid: string, uid = "1") =>
  WALLS.flatMap((wall, index) => [
    ...["BEGIN:VEVENT", `UID:${uid}-${index}`],
    `DTSTART;TZID=${tzid}:${wall.replace(/-/g, "").replace(" ", "T").replace(":", "")}00`,
    ...["DURATION:PT1H", "END:VEVENT"],
  ]);

/** Returns the starts in a file, or its error. */
const startsIn = (file: Uint8Array) => {
  const reading = readCalendar(file, member);
  if ("error" in reading) return reading.error;
  return reading.busy.map(({ start }) => new Date(start).toISOString().slice(0, 16));
};

const startsOf = (tzid: string, ...definition: string[]) =>
  startsIn(calendar(...definition, ...inZone(tzid)));

const startsBy = (timeZone: string) => WALLS.map((wall) => instantByFormat(wall, timeZone));

const unknown = (name: string) => `The calendar has a time in a zone that Intake does not know: "${name}".`;

const AMSTERDAM = "Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna";

describe("a zone that the file does not define is known by its name", () => {
  it.each<[tzid: string, timeZone: string]>([
    // Google, iCloud, Thunderbird, Nextcloud, Clio
    ["Europe/Berlin", "Europe/Berlin"],
    ["europe/berlin", "Europe/Berlin"],
    ['"Europe/Berlin"', "Europe/Berlin"],
    ["/Europe/Vienna", "Europe/Vienna"],
    ["US/Pacific", "America/Los_Angeles"],
    ["America/New York", "America/New_York"],
    ["America/Indiana/Indianapolis", "America/Indiana/Indianapolis"],
    // Old Thunderbird, Evolution, Citadel, Mulberry
    ["/mozilla.org/20050126_1/America/New_York", "America/New_York"],
    ["/mozilla.org/20070129_1/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"],
    ["/mozilla.org/20050126_1/Etc/GMT-5", "Etc/GMT-5"],
    ["/freeassociation.sourceforge.net/Tzfile/America/Los_Angeles", "America/Los_Angeles"],
    ["/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"],
    ["/softwarestudio.org/Olson_20011030_5/America/Chicago", "America/Chicago"],
    ["/citadel.org/20190914_1/EST5EDT", "America/New_York"],
    ['"http://tzurl.org/zoneinfo/Europe/Berlin"', "Europe/Berlin"],
    // Names of IANA without a place
    ["Etc/GMT+5", "Etc/GMT+5"],
    ["EST", "Etc/GMT+5"],
    ["CET", "Europe/Brussels"],
    ["GMT", "UTC"],
    ["GMT+0", "UTC"],
    ["Singapore", "Asia/Singapore"],
    // Outlook, Exchange, Outlook.com
    ["Pacific Standard Time", "America/Los_Angeles"],
    ["pacific standard time", "America/Los_Angeles"],
    ["Pacific Daylight Time", "America/Los_Angeles"],
    ["W. Europe Standard Time", "Europe/Berlin"],
    ["US Mountain Standard Time", "America/Phoenix"],
    ["Eastern Standard Time 1", "America/New_York"],
    ["W. Europe Standard Time 12", "Europe/Berlin"],
    ["Central Standard Time (Mexico) 2", "America/Mexico_City"],
    ["Russia Time Zone 3", "Europe/Samara"],
    ["British Columbia Standard Time", "America/Vancouver"],
    ["tzone://Microsoft/Utc", "UTC"],
    [`"(UTC+01:00) ${AMSTERDAM}"`, "Europe/Berlin"],
    [`(UTC+01:00) ${AMSTERDAM}`, "Europe/Berlin"],
    [`"(UTC+01:00) ${AMSTERDAM} 1"`, "Europe/Berlin"],
    [AMSTERDAM, "Europe/Berlin"],
    ['"(GMT-05:00) Eastern Time (US and Canada)"', "America/New_York"],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', "America/New_York"],
    ['"(GMT-08:00) Pacific Time (US & Canada); Tijuana"', "America/Los_Angeles"],
    ['"(UTC-04:00) Atlantic Time (Canada)"', "America/Halifax"],
    ['"(UTC-07:00) Arizona"', "America/Phoenix"],
    ['"(GMT-09:00) Alaska"', "America/Anchorage"],
    ['"(UTC+02:00) Damascus"', "Asia/Damascus"],
    ['"(UTC-07:00) La Paz, Mazatlan"', "America/Mazatlan"],
    ['"(UTC) Co-ordinated Universal Time"', "UTC"],
    // Exchange 2003, Zimbra
    ["(GMT-05.00) Eastern Time (US & Canada)", "America/New_York"],
    ["(GMT+01.00) Sarajevo/Warsaw/Zagreb", "Europe/Warsaw"],
    ["(GMT+01.00) Amsterdam / Berlin / Bern / Rome / Stockholm / Vienna", "Europe/Berlin"],
    ["(GMT) Greenwich Mean Time - Dublin / Edinburgh / Lisbon / London", "Europe/London"],
    // Outlook in other languages
    ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien"', "Europe/Berlin"],
    ['"(GMT+01:00) Bruxelles, Berlin, Berne, Rome, Stockholm, Vienne"', "Europe/Berlin"],
    ['"(UTC+01:00) Belgrad, Bratislava, Budapest, Ljubljana, Prag"', "Europe/Budapest"],
    ['"(UTC-05:00) Bogotá, Lima, Quito, Río Branco"', "America/Bogota"],
    ['"(UTC-07:00) La Paz, Mazatlán - nuevo"', "America/Mazatlan"],
    ['"(UTC-04:00) Georgetown, La Paz, Manaos, San Juan"', "America/La_Paz"],
    ['"(UTC+08:00) Peking, Chongqing, Hongkong (SAR), Urumqi"', "Asia/Shanghai"],
    // Cities
    ["Zurich", "Europe/Zurich"],
    ["Zürich", "Europe/Zurich"],
    ["Kolkata", "Asia/Kolkata"],
    ["New York", "America/New_York"],
    ["St. John's", "America/St_Johns"],
    ["Buenos_Aires", "America/Argentina/Buenos_Aires"],
    ["Berlin & Paris", "Europe/Berlin"],
  ])("%s", (tzid, timeZone) => {
    expect(startsOf(tzid)).toEqual(startsBy(timeZone));
  });

  it.each<[tzid: string, offsetMinutes: number]>([
    ["UTC+1", 60],
    ["GMT+1", 60],
    ["UTC-5", -300],
    ["UTC -5", -300],
    ["+01:00", 60],
    ['"+01:00"', 60],
    ["+0100", 60],
    ["-08", -480],
    ["Z", 0],
    ["GMT+0200", 120],
    ['"UTC+01:00"', 60],
    ["GMT+05:30", 330],
    ["GMT+5.30", 330],
    ["utc-0330", -210],
    ["UTC+00", 0],
    ["GMT+1400", 840],
    ["UTC-14", -840],
  ])("%s is the offset that it names", (tzid, offsetMinutes) => {
    const instants = WALLS.map(
      (wall) => Date.parse(`${wall.replace(" ", "T")}:00Z`) - offsetMinutes * 60_000,
    );
    expect(startsOf(tzid)).toEqual(instants.map((instant) => new Date(instant).toISOString().slice(0, 16)));
  });
});

describe("a zone that nobody knows", () => {
  it.each([
    ...[
      "Customized Time Zone",
      "tzone://Microsoft/Custom",
      "Kanzleizeit",
      "constructor",
      "__proto__",
      "Local",
    ],
    ...["GMT+1401", "UTC-15", "GMT+0260", "Etc/GMT+05", "GMT+02001", "MyGMT+0200", "(UTC+01:00)", "+"],
    ...[
      "GMT/+01.00",
      "GMT -0500 (Standard) / GMT -0400 (Daylight)",
      "PST",
      "IST",
      "America/Boston",
      "US/Boston",
    ],
    ...["Berlin, London", "(UTC+03:00) Moskwa, Petersburg", "(UTC+01:00) Rom, Wien", "Victoria", "Central"],
  ])("%s fails the reading", (tzid) => {
    expect(startsOf(tzid)).toBe(unknown(tzid));
  });

  it("is named in 60 characters, as people write it", () => {
    expect(startsOf(`"(UTC+02:00) Каир\u0007${"😀".repeat(60)}"`)).toBe(
      unknown(`(UTC+02:00) Каир?${"😀".repeat(43)}`),
    );
  });

  const start = (date: string) => `DTSTART;TZID=X:${date}T120000`;

  it.each<[string, string[]]>([
    ["in the past", event("DTSTART;TZID=X:20261126T080000", "DURATION:PT1H")],
    ["after the window", event(start("20270704"), "DURATION:PT1H")],
    ["of an event shown as free", event(start("20261215"), "DURATION:PT1H", "TRANSP:TRANSPARENT")],
    ["of a canceled event", event(start("20261215"), "DURATION:PT1H", "STATUS:CANCELLED")],
    [
      "of a declined event",
      event(start("20261215"), "DURATION:PT1H", "ATTENDEE;PARTSTAT=DECLINED:mailto:ada@firm.example"),
    ],
    [
      "of a canceled series with a canceled change",
      [
        ...event(start("20261201"), "DURATION:PT1H", "RRULE:FREQ=DAILY", "STATUS:CANCELLED"),
        ...event("RECURRENCE-ID;TZID=X:20261202T120000", start("20261203"), "STATUS:CANCELLED"),
      ],
    ],
    [
      "of a series that ended",
      event(start("20201201"), "DURATION:PT1H", "RRULE:FREQ=DAILY;UNTIL=20261120T110000Z"),
    ],
    [
      "of a series that ended after so many times",
      event(start("20201201"), "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"),
    ],
    ["of a whole day", event("DTSTART;TZID=X;VALUE=DATE:20201215")],
  ])("does no harm %s", (_, lines) => {
    expect(read(calendar(...lines), member)).toBe("");
  });

  it.each<[string, string[]]>([
    ["that began today on some clock", event("DTSTART;TZID=X:20261126T110000", "DURATION:PT1H")],
    ["at its end", event("DTSTART:20261215T120000Z", "DTEND;TZID=X:20261215T130000")],
    ["that began long ago and ends in the window", event(start("20260101"), "DTEND;TZID=X:20261215T120000")],
    ["in a series", event(start("20200101"), "DURATION:PT1H", "RRULE:FREQ=DAILY")],
    [
      "of an excluded time",
      event(
        "DTSTART:20261215T120000Z",
        "RRULE:FREQ=DAILY;COUNT=2",
        "DURATION:PT1H",
        "EXDATE;TZID=X:20261216T120000",
      ),
    ],
    ["of a busy period", ["BEGIN:VFREEBUSY", "FREEBUSY;TZID=X:20261215T120000/PT1H", "END:VFREEBUSY"]],
  ])("fails the reading of an event %s", (_, lines) => {
    expect(read(calendar(...lines), member)).toBe(unknown("X"));
  });

  it("does not matter for a time in UTC", () => {
    expect(read(calendar(...event("DTSTART;TZID=X:20261215T120000Z", "DURATION:PT1H")))).toBe(
      "12-15T12:00/12-15T13:00",
    );
  });
});

describe("a zone of an area and place is that of our own table, whatever the file defines", () => {
  const INDIA = "STANDARD +0530 +0530";

  it.each<[tzid: string, timeZone: string, definition: string[]]>([
    ["America/New_York", "America/New_York", ["STANDARD -0500 -0500"]],
    ["America/New_York", "America/New_York", ["STANDARD -0400 -0500"]],
    ["America/New_York", "America/New_York", ["DAYLIGHT -0500 -0400"]],
    ["America/Edmonton", "America/Edmonton", [INDIA]],
    ["Africa/Casablanca", "Africa/Casablanca", ["STANDARD +0000 +0000"]],
    ["Europe/Berlin", "Europe/Berlin", ["STANDARD x y"]],
    ["Europe/Berlin", "Europe/Berlin", []],
    ["/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin", [INDIA]],
    ["Etc/GMT+5", "Etc/GMT+5", [INDIA]],
    ["Kanzlei", "Europe/Berlin", ["X-LIC-LOCATION:Europe/Berlin", INDIA]],
    [
      "Eastern Standard Time",
      "America/Chicago",
      ["X-LIC-LOCATION:/citadel.org/1/America/Chicago", ...EASTERN],
    ],
  ])("%s is %s where it has %j", (tzid, timeZone, definition) => {
    expect(startsOf(tzid, ...zone(tzid, ...definition))).toEqual(startsBy(timeZone));
  });

  it("Vancouver has one time all year from 2026 on, which the rules of older programs do not know", async () => {
    const stale = zone("America/Vancouver", "STANDARD -0700 -0800 11 1SU", "DAYLIGHT -0800 -0700 3 2SU");
    const file = calendar(...stale, ...inZone("America/Vancouver"));
    jest.resetModules();
    Object.assign(globalThis, { TIME_ZONE_TABLE: JSON.stringify(timeZoneTable()) });
    const bundled = await import("../../shared/icalendar/read-calendar.rules.ts");
    Object.assign(globalThis, { TIME_ZONE_TABLE: undefined });
    expect(bundled.readCalendar(file, member)).toMatchObject({
      busy: [{ start: Date.parse("2026-12-15T19:00Z") }, { start: Date.parse("2027-06-01T19:00Z") }],
    });
  });
});

describe("a zone of another name is", () => {
  it.each<[string, tzid: string, timeZone: string, definition: string[]]>([
    ["what the file defines", "Customized Time Zone", "America/New_York", EASTERN],
    ["what the file defines, though IANA has it", "EST", "America/New_York", EASTERN],
    ["London's, as Lotus Notes defines it", "GMT", "Europe/London", LONDON],
    ["London's, as Zimbra defines it", "GMT/+01.00", "Europe/London", LONDON],
    ["what Lotus Notes defines", "Eastern", "America/New_York", EASTERN],
    ["what Exchange defines", "GMT -0500 (Standard) / GMT -0400 (Daylight)", "America/New_York", EASTERN],
    ["what GroupWise defines", "(GMT-0500) Östliche Normalzeit", "America/New_York", EASTERN],
    ["without summer time", "Eastern Standard Time", "Etc/GMT+5", ["STANDARD -0500 -0500"]],
    [
      "without summer time, which its user switched off",
      "Eastern Standard Time",
      "Etc/GMT+5",
      ["STANDARD -0500 -0500", "DAYLIGHT -0500 -0500"],
    ],
    ["an offset that the file defines", "GMT+0200", "Etc/GMT-3", ["STANDARD +0300 +0300"]],
    [
      "its name's, where it never comes from summer",
      "Eastern Standard Time",
      "America/New_York",
      ["STANDARD -0400 -0500"],
    ],
    ["its name's, where it never leaves summer", "Zurich", "Europe/Zurich", ["DAYLIGHT +0100 +0200"]],
    ["what is left of it, where nobody knows its name", "Kanzlei", "Etc/GMT+5", ["STANDARD -0400 -0500"]],
    ["its name's, where it has no offsets", "Zurich", "Europe/Zurich", []],
    ["its location's, where it has no offsets", "Kanzlei", "Europe/Zurich", ["X-LIC-LOCATION:Zurich"]],
    ["its location's, in summer too", "Kanzlei", "America/Denver", ["X-LIC-LOCATION:America/Denver"]],
  ])("%s: %s", (_, tzid, timeZone, definition) => {
    expect(startsOf(tzid, ...zone(tzid, ...definition))).toEqual(startsBy(timeZone));
  });

  it("what the file defines, however it is quoted and escaped", () => {
    const tzid = "(UTC+00:00) Kanzlei\\, Gericht";
    expect(startsOf(`"${tzid.replace("\\", "")}"`, ...zone(tzid, ...EASTERN))).toEqual(
      startsBy("America/New_York"),
    );
    expect(startsOf("Quoted", ...zone('"Quoted"', ...EASTERN))).toEqual(startsBy("America/New_York"));
  });

  it("its name's, where the file defines it twice and differently", () => {
    const denver = ["STANDARD -0600 -0700 11 1SU", "DAYLIGHT -0700 -0600 3 2SU"];
    const tzid = "Mountain Standard Time";
    const arizona = zone(tzid, "STANDARD -0700 -0700");
    expect(startsOf(tzid, ...zone(tzid, ...denver), ...arizona)).toEqual(startsBy("America/Denver"));
    expect(startsOf(tzid, ...arizona, ...arizona)).toEqual(startsBy("America/Phoenix"));
  });

  it("what an event's own calendar defines, of several in a file", () => {
    const two = [
      calendar(...zone("X", ...EASTERN), ...inZone("X", "1")),
      calendar(...zone("X", ...LONDON), ...inZone("X", "2")),
    ];
    const starts = [...startsBy("America/New_York"), ...startsBy("Europe/London")].toSorted();
    expect(startsIn(Buffer.concat(two))).toEqual(starts);
    expect(startsIn(Buffer.concat(two.toReversed()))).toEqual(starts);
  });

  it("what it is by its name, and what another calendar defines only if that says nothing", () => {
    const files = (tzid: string) =>
      Buffer.concat([calendar(...inZone(tzid)), calendar(...zone(tzid, ...LONDON))]);
    expect(startsIn(files("Eastern Standard Time"))).toEqual(startsBy("America/New_York"));
    expect(startsIn(files("X"))).toEqual(startsBy("Europe/London"));
  });
});
