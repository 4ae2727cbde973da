import { describe, expect, it } from "@jest/globals";
import { busyTimesOf } from "../../shared/calendars/feed-times.rules.ts";

const WINDOW = { start: Date.parse("2026-11-27T00:00:00Z"), end: Date.parse("2027-05-26T00:00:00Z") };

/** A member in New York, where clocks go forward on March 14, 2027. */
const MEMBER = { timeZone: "America/New_York", email: "ada@firm.example", window: WINDOW };

const calendar = (...lines: string[]) =>
  Buffer.from(["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n"));

const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT"];

/** Returns the times as `<start>/<end>`, to the minute and without the year, or the error. */
const read = (file: Uint8Array, member: Parameters<typeof busyTimesOf>[1] = MEMBER) => {
  const reading = busyTimesOf(file, member);
  if ("error" in reading) return reading.error;
  return reading.times.map(({ start, end }) => `${textOf(start)}/${textOf(end)}`).join(" ");
};

const textOf = (instant: number) => new Date(instant).toISOString().slice(5, 16);

const HOUR = ["DTSTART:20261201T150000Z", "DTEND:20261201T160000Z"];
const THE_HOUR = "12-01T15:00/12-01T16:00";

describe("an event", () => {
  it.each<[string, string[], string]>([
    ["in UTC", HOUR, THE_HOUR],
    ["with a duration", ["DTSTART:20261201T150000Z", "DURATION:PT1H"], THE_HOUR],
    ["without a zone", ["DTSTART:20261201T100000", "DTEND:20261201T110000"], THE_HOUR],
    [
      "whose start has a zone and whose end none",
      ["DTSTART;TZID=Asia/Tokyo:20261202T000000", "DTEND:20261202T010000"],
      THE_HOUR,
    ],
    ["of a day", ["DTSTART;VALUE=DATE:20261201"], "12-01T05:00/12-02T05:00"],
    ["of a day that does not say so", ["DTSTART:20261201"], "12-01T05:00/12-02T05:00"],
    ["of two days", ["DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261203"], "12-01T05:00/12-03T05:00"],
    ["of three days by duration", ["DTSTART;VALUE=DATE:20261201", "DURATION:P3D"], "12-01T05:00/12-04T05:00"],
    ["of a day of 23 hours", ["DTSTART;VALUE=DATE:20270314"], "03-14T05:00/03-15T04:00"],
    [
      "of a day whose zone is named",
      ["DTSTART;TZID=Asia/Tokyo;VALUE=DATE:20261201"],
      "12-01T05:00/12-02T05:00",
    ],
    ["that takes a day of the clock", ["DTSTART:20270313T120000", "DURATION:P1D"], "03-13T17:00/03-14T16:00"],
    ["that takes 24 hours", ["DTSTART:20270313T120000", "DURATION:PT24H"], "03-13T17:00/03-14T17:00"],
    [
      "at a time that the clock skips",
      ["DTSTART:20270314T023000", "DURATION:PT1H"],
      "03-14T07:30/03-14T08:30",
    ],
    ["without an end", ["DTSTART:20261201T150000Z"], ""],
    ["with an end before its start", ["DTSTART:20261201T150000Z", "DTEND:20261201T140000Z"], ""],
    ["at a leap second", ["DTSTART:20261201T145960Z", "DTEND:20261201T160000Z"], "12-01T14:59/12-01T16:00"],
    ["shown as free", [...HOUR, "TRANSP:TRANSPARENT"], ""],
    ["shown as busy", [...HOUR, "TRANSP:OPAQUE", "STATUS:TENTATIVE"], THE_HOUR],
    ["canceled", [...HOUR, "STATUS:cancelled"], ""],
    ["shown as free by Exchange", [...HOUR, "X-MICROSOFT-CDO-BUSYSTATUS:FREE"], ""],
    ["shown as free by Hotmail", [...HOUR, "X-MICROSOFT-MSNCALENDAR-BUSYSTATUS:FREE"], ""],
    ["out of office", [...HOUR, "X-MICROSOFT-CDO-BUSYSTATUS:OOF"], THE_HOUR],
    ["free and unreadable", ["DTSTART:soon", "TRANSP:TRANSPARENT"], ""],
    ["that ends when the window begins", ["DTSTART:20261126T230000Z", "DTEND:20261127T000000Z"], ""],
    [
      "that the window cuts",
      ["DTSTART:20261126T230000Z", "DTEND:20261127T000001Z"],
      "11-26T23:00/11-27T00:00",
    ],
    ["that begins when the window ends", ["DTSTART:20270526T000000Z", "DTEND:20270526T010000Z"], ""],
    [
      "that lasts for years",
      ["DTSTART:20010101T000000Z", "DTEND:20400101T000000Z"],
      "01-01T00:00/01-01T00:00",
    ],
    [
      "from before zones",
      ["DTSTART;TZID=Europe/Berlin:16010101T000000", "DTEND;TZID=Europe/Berlin:16010101T010000"],
      "",
    ],
  ])("%s", (_, lines, times) => {
    expect(read(calendar(...event(...lines)))).toBe(times);
  });

  it.each<[string, string, string]>([
    ["the member declined", "ATTENDEE;PARTSTAT=DECLINED:mailto:ada@firm.example", ""],
    ["in capitals", "attendee;partstat=declined:MAILTO:ADA@FIRM.EXAMPLE", ""],
    ["in quotes", 'ATTENDEE;CN="A: B; C";PARTSTAT="DECLINED":mailto:ada@firm.example', ""],
    ["by the email parameter", "ATTENDEE;EMAIL=ada@firm.example;PARTSTAT=DECLINED:/principals/7/", ""],
    ["another declined", "ATTENDEE;PARTSTAT=DECLINED:mailto:bob@firm.example", THE_HOUR],
    ["the member accepted", "ATTENDEE;PARTSTAT=ACCEPTED:mailto:ada@firm.example", THE_HOUR],
    [
      "whose name says so",
      'ATTENDEE;CN="x;PARTSTAT=DECLINED";PARTSTAT=ACCEPTED:mailto:ada@firm.example',
      THE_HOUR,
    ],
    ["an attendee that cannot be read", "ATTENDEE;=;;::", THE_HOUR],
  ])("%s", (_, attendee, times) => {
    expect(read(calendar(...event(...HOUR, attendee)))).toBe(times);
  });

  it("declined by somebody counts for a member without an email", () => {
    const file = calendar(...event(...HOUR, "ATTENDEE;PARTSTAT=DECLINED:mailto:ada@firm.example"));
    expect(read(file, { ...MEMBER, email: null })).toBe(THE_HOUR);
  });
});

describe("a zone", () => {
  const zone = (tzid: string, offset: string) => [
    ...["BEGIN:VTIMEZONE", `TZID:${tzid}`, "BEGIN:STANDARD", "DTSTART:16010101T000000"],
    ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, "END:STANDARD", "END:VTIMEZONE"],
  ];
  const at = (tzid: string) => event(`DTSTART;TZID=${tzid}:20270601T120000`, "DURATION:PT1H");
  const june = { start: WINDOW.start, end: Date.parse("2027-07-01T00:00:00Z") };
  const startAt = (...lines: string[]) => read(calendar(...lines), { ...MEMBER, window: june }).slice(6, 11);

  it.each<[tzid: string, start: string]>([
    ["Europe/Berlin", "10:00"],
    ["europe/berlin", "10:00"],
    ['"Europe/Berlin"', "10:00"],
    ["US/Pacific", "19:00"],
    ["/freeassociation.sourceforge.net/Tzfile/America/Los_Angeles", "19:00"],
    ["/freeassociation.sourceforge.net/America/Indiana/Indianapolis", "16:00"],
    ["/mozilla.org/20050126_1/Europe/Berlin", "10:00"],
    ["Pacific Standard Time", "19:00"],
    ["pacific standard time", "19:00"],
    ["Pacific Daylight Time", "19:00"],
    ["W. Europe Standard Time", "10:00"],
    ["US Mountain Standard Time", "19:00"],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', "16:00"],
    ['"(UTC-04:00) Atlantic Time (Canada)"', "15:00"],
    ['"(UTC-07:00) Arizona"', "19:00"],
    ['"(GMT-09:00) Alaska"', "20:00"],
    ["tzone://Microsoft/Utc", "12:00"],
    ["UTC", "12:00"],
    ["GMT", "12:00"],
  ])("%s is known by its name", (tzid, start) => {
    expect(startAt(...at(tzid))).toBe(start);
  });

  it.each(["Customized Time Zone", "tzone://Microsoft/Custom", "Kanzleizeit", "constructor"])(
    "%s is the member's where the file does not define it",
    (tzid) => {
      expect(startAt(...at(tzid))).toBe("16:00");
    },
  );

  it.each<[defined: string, named: string]>([
    ["Customized Time Zone", "Customized Time Zone"],
    ["(UTC+00:00) Dublin\\, London", '"(UTC+00:00) Dublin, London"'],
    ["Europe/Berlin", "Europe/Berlin"],
    ['"Quoted"', "Quoted"],
  ])("%s is as the file defines it", (defined, named) => {
    expect(startAt(...zone(defined, "+0530"), ...at(named))).toBe("06:30");
  });

  it("without offsets is known by its name", () => {
    const empty = ["BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "END:VTIMEZONE"];
    expect(startAt(...empty, ...at("Europe/Berlin"))).toBe("10:00");
  });

  it("with more dates than steps is refused", () => {
    const dates = Array(101_000 / 100).fill(`RDATE:${Array(100).fill("20270101T000000").join(",")}`);
    const [begin = "", name = "", ...rest] = zone("X", "+0100");
    expect(
      read(calendar(begin, name, ...rest.slice(0, -2), ...dates, ...rest.slice(-2), ...at("X"))),
    ).toContain("repeat too often");
  });

  it("is one of few in a file", () => {
    const events = Array.from({ length: 5_001 }, (_, index) => at(`Unknown/${index}`));
    expect(read(calendar(...events.flat()))).toContain("repeat too often");
  });

  it("changes by a rule that has ended, and by dates", () => {
    const observance = (name: string, from: string, to: string, ...lines: string[]) => [
      ...[`BEGIN:${name}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, ...lines, `END:${name}`],
    ];
    const file = [
      ...["BEGIN:VTIMEZONE", "TZID:X"],
      ...observance(
        "DAYLIGHT",
        "+0100",
        "+0200",
        "DTSTART:19900325T020000",
        "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20100328T010000Z",
      ),
      ...observance(
        "STANDARD",
        "+0200",
        "+0100",
        "DTSTART:19900930T030000",
        "RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=-1SU;UNTIL=20090927T010000Z",
      ),
      ...observance("STANDARD", "+0200", "+0300", "DTSTART:20270101T000000", "RDATE:20270101T000000"),
      "END:VTIMEZONE",
    ];
    expect(startAt(...file, ...at("X"))).toBe("09:00");
    expect(startAt(...file, ...event("DTSTART;TZID=X:20261230T120000", "DURATION:PT1H"))).toBe("10:00");
  });
});

describe("a series", () => {
  const DAILY = ["DTSTART:20261201T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"];

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
      "of two rules",
      ["DTSTART:20261201T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2", "RRULE:FREQ=WEEKLY;COUNT=2"],
      "12-01T15:00/12-01T16:00 12-02T15:00/12-02T16:00 12-08T15:00/12-08T16:00",
    ],
  ])("%s", (_, lines, times) => {
    expect(read(calendar(...event(...lines)))).toBe(times);
  });

  it.each<[string, string[], string]>([
    [
      "moves one",
      ["RECURRENCE-ID:20261202T100000", "DTSTART:20261210T100000", "DURATION:PT2H"],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00 12-10T15:00/12-10T17:00",
    ],
    [
      "names it in UTC",
      ["RECURRENCE-ID:20261202T150000Z", "DTSTART:20261210T100000", "DURATION:PT2H"],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00 12-10T15:00/12-10T17:00",
    ],
    [
      "names its day",
      ["RECURRENCE-ID;VALUE=DATE:20261202", "DTSTART:20261210T100000", "DURATION:PT2H"],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00 12-10T15:00/12-10T17:00",
    ],
    [
      "names it in another zone",
      ["RECURRENCE-ID;TZID=Asia/Tokyo:20261203T000000", "DTSTART:20261210T100000", "DURATION:PT2H"],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00 12-10T15:00/12-10T17:00",
    ],
    [
      "moves one out of the window",
      ["RECURRENCE-ID:20261202T100000", "DTSTART:20281210T100000", "DURATION:PT2H"],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00",
    ],
    [
      "cancels one",
      ["RECURRENCE-ID:20261202T100000", "STATUS:CANCELLED"],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00",
    ],
    [
      "frees one",
      ["RECURRENCE-ID:20261202T100000", "DTSTART:20261202T100000", "DURATION:PT1H", "TRANSP:TRANSPARENT"],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00",
    ],
    [
      "declines one",
      [
        "RECURRENCE-ID:20261202T100000",
        "DTSTART:20261202T100000",
        "DURATION:PT1H",
        "ATTENDEE;PARTSTAT=DECLINED:mailto:ada@firm.example",
      ],
      "12-01T15:00/12-01T16:00 12-03T15:00/12-03T16:00",
    ],
    [
      "moves one and all later ones",
      ["RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T100000", "DTSTART:20261203T120000", "DURATION:PT2H"],
      "12-01T15:00/12-01T16:00 12-03T17:00/12-03T19:00 12-04T17:00/12-04T19:00",
    ],
    [
      "ends the series",
      ["RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T100000", "DTSTART:20261202T100000", "STATUS:CANCELLED"],
      "12-01T15:00/12-01T16:00",
    ],
    [
      "is of no time of the series",
      ["RECURRENCE-ID:20251202T100000", "DTSTART:20261210T100000", "DURATION:PT2H"],
      "12-01T15:00/12-01T16:00 12-02T15:00/12-02T16:00 12-03T15:00/12-03T16:00 12-10T15:00/12-10T17:00",
    ],
  ])("an override %s", (_, lines, times) => {
    expect(read(calendar(...event(...lines), ...event(...DAILY)))).toBe(times);
  });

  it("moves into the window from before and after it", () => {
    const before = ["DTSTART:20200101T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2"];
    const moved = (range: string, id: string, start: string) =>
      event(`RECURRENCE-ID${range}:${id}`, `DTSTART:${start}`, "DURATION:PT1H");
    const all = ";RANGE=THISANDFUTURE";
    expect(read(calendar(...event(...before), ...moved("", "20200102T100000", "20261201T100000")))).toBe(
      THE_HOUR,
    );
    expect(read(calendar(...event(...before), ...moved(all, "20200101T100000", "20261201T100000")))).toBe(
      `${THE_HOUR} 12-02T15:00/12-02T16:00`,
    );
    const after = ["DTSTART:20300101T100000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2"];
    expect(read(calendar(...event(...after), ...moved(all, "20300101T100000", "20261201T100000")))).toBe(
      `${THE_HOUR} 12-02T15:00/12-02T16:00`,
    );
  });

  it.each(["STATUS:CANCELLED", "TRANSP:TRANSPARENT"])(
    "that does not count may have a time that does: %s",
    (line) => {
      const override = event("RECURRENCE-ID:20261202T100000", "DTSTART:20261201T100000", "DURATION:PT1H");
      expect(read(calendar(...event(...DAILY, line), ...override))).toBe(THE_HOUR);
    },
  );
});

describe("a file", () => {
  it("has each time of an event once, and those of two events twice", () => {
    const other = ["BEGIN:VEVENT", "UID:2", ...HOUR, "END:VEVENT"];
    expect(read(calendar(...event(...HOUR), ...other, ...event(...HOUR)))).toBe(`${THE_HOUR} ${THE_HOUR}`);
  });

  it("may have events without a UID, several calendars, and other components", () => {
    const anonymous = ["BEGIN:VEVENT", ...HOUR, "END:VEVENT"];
    const task = ["BEGIN:VTODO", "DTSTART:20261201T100000Z", "DUE:20261201T120000Z", "END:VTODO"];
    const journal = ["BEGIN:VJOURNAL", "DTSTART:20261201T100000Z", "END:VJOURNAL"];
    const file = calendar(...anonymous, ...task, ...journal);
    expect(read(Buffer.concat([file, file]))).toBe(THE_HOUR);
  });

  it("is read with any line ends, a byte order mark, and folds in a character", () => {
    const text = calendar(...event(...HOUR, "SUMMARY:ü")).toString();
    const files = [
      text.replaceAll("\r\n", "\n"),
      text.replaceAll("\r\n", "\r"),
      `\uFEFF${text}`,
      text.replaceAll("\r\n", "\r\r\n"),
    ];
    for (const file of files) expect(read(Buffer.from(file))).toBe(THE_HOUR);
    const reading = busyTimesOf(
      Buffer.from(
        calendar(...event(...HOUR))
          .toString("latin1")
          .replace("UID:1", "UID:\xC3\r\n \xBC"),
        "latin1",
      ),
      MEMBER,
    );
    expect(reading).toMatchObject({ times: [{ uid: "ü" }] });
  });

  it("is read in one pass, whatever its lines are", () => {
    const many = (text: string) => text.repeat(400_000 / text.length);
    for (const junk of [many("\r"), many(" "), many("\r\n "), many("\n"), many(";TZID=a"), many("BEGIN:X\n")])
      expect(read(calendar(junk, many("\r"), ...event(...HOUR)))).toMatch(/^12-01|not complete/);
  });

  it("is read although the line of a guest is broken", () => {
    const guest = 'ATTENDEE;CN="Jane Client;PARTSTAT=DECLINED:mailto:jane@client.example';
    expect(read(calendar(...event(...HOUR, guest)))).toBe(THE_HOUR);
  });

  it("without events has no times", () => {
    expect(read(calendar())).toBe("");
  });

  it("is read although other lines are broken", () => {
    const lines = [
      "SUMMARY",
      "DESCRIPTION;=:a",
      "not a line",
      'LOCATION;X="a:b',
      "GEO:;;",
      "DTSTAMP:never",
      "CREATED:",
    ];
    expect(read(calendar(...lines, ...event(...HOUR, ...lines)))).toBe(THE_HOUR);
  });
});

describe("a file that cannot be read says why", () => {
  it.each<[string, Uint8Array, string]>([
    ["an empty file", Buffer.from(""), "empty file"],
    ["a web page", Buffer.from("<!DOCTYPE html><html>"), "a web page, not with a calendar"],
    ["another file", Buffer.from('{"items":[]}'), "not a calendar"],
    ["UTF-16", Buffer.from(calendar(...event(...HOUR)).toString(), "utf16le"), "not a calendar"],
    ["a file that ends too early", Buffer.from("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1"), "not complete"],
    ["too many ends", Buffer.from("BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VCALENDAR\nUID:1"), "not complete"],
    ["a time", calendar(...event("DTSTART:20261301T100000Z")), 'cannot be read: "2026-13-01T10:00:00Z"'],
    [
      "a day that there is not",
      calendar(...event("DTSTART;VALUE=DATE:20270229")),
      'cannot be read: "2027-02-29"',
    ],
    ["a text for a time", calendar(...event("DTSTART:tomorrow")), "cannot be read"],
    ["no time", calendar(...event("SUMMARY:a")), "An event in the calendar has no start."],
    ["a duration", calendar(...event("DTSTART:20261201T100000Z", "DURATION:1 hour")), "duration"],
    ["an excluded time", calendar(...event(...HOUR, "RRULE:FREQ=DAILY", "EXDATE:x")), "cannot be read"],
    ["a rule", calendar(...event(...HOUR, "RRULE:FREQ=SOMETIMES")), 'cannot read: "RRULE:FREQ=SOMETIMES"'],
    ["a rule's days", calendar(...event(...HOUR, "RRULE:FREQ=WEEKLY;BYDAY=XX")), "cannot read"],
    ["a rule without a part", calendar(...event(...HOUR, "RRULE:")), "cannot read"],
    ["a rule with an empty part", calendar(...event(...HOUR, "RRULE:FREQ=DAILY;BYDAY")), "cannot read"],
    ["an end of a rule", calendar(...event(...HOUR, "RRULE:FREQ=DAILY;UNTIL=x")), "cannot be read"],
    [
      "a zone's offset",
      calendar(
        ...["BEGIN:VTIMEZONE", "TZID:X", "BEGIN:STANDARD", "TZOFFSETFROM:x", "END:STANDARD", "END:VTIMEZONE"],
        ...event("DTSTART;TZID=X:20261201T100000"),
      ),
      "time zone's offset",
    ],
    [
      "a busy period",
      calendar("BEGIN:VFREEBUSY", "FREEBUSY:20261201T100000Z", "END:VFREEBUSY"),
      "cannot read",
    ],
    ["a very long line", calendar(...event(`DTSTART${";x=y".repeat(10_000)}:20261201T100000Z`)), "too long"],
    ["a rule for every second", calendar(...event(...HOUR, "RRULE:FREQ=SECONDLY")), "repeat too often"],
    ["a rule for every hour", calendar(...event(...HOUR, "RRULE:FREQ=HOURLY")), "more than 2,000 busy times"],
    [
      "a zone that changes every second",
      calendar(
        ...[
          "BEGIN:VTIMEZONE",
          "TZID:X",
          "BEGIN:STANDARD",
          "DTSTART:16010101T000000",
          "TZOFFSETFROM:+0000",
          "TZOFFSETTO:+0100",
          "RRULE:FREQ=SECONDLY",
          "END:STANDARD",
          "END:VTIMEZONE",
        ],
        ...event("DTSTART;TZID=X:20261201T100000"),
      ),
      "repeat too often",
    ],
    [
      "100,001 excluded times",
      calendar(
        ...event(
          ...HOUR,
          "RRULE:FREQ=DAILY",
          ...Array(1_001).fill(`EXDATE:${Array(100).fill("20261202T150000Z").join(",")}`),
        ),
      ),
      "repeat too often",
    ],
  ])("%s", (_, file, error) => {
    expect(read(file)).toContain(error);
  });

  it("quotes what it cannot read without controls, and no more than a line of it", () => {
    const file = calendar(...event("DTSTART:20261201T100000Z", `DURATION:\u0007${"ä".repeat(500)}`));
    expect(read(file)).toBe(`A duration in the calendar cannot be read: "${"?".repeat(80)}".`);
  });

  it("does not quote a UID", () => {
    const file = calendar("BEGIN:VEVENT", 'UID;X="Jane Client:jane@client.example', ...HOUR, "END:VEVENT");
    expect(read(file)).toBe("The calendar has a line that Intake cannot read: its name is UID.");
  });

  it("has 2,000 busy times at most", () => {
    const many = (count: number) =>
      calendar(...event("DTSTART:20261201T000000Z", "DURATION:PT1H", `RRULE:FREQ=HOURLY;COUNT=${count}`));
    expect(read(many(2_000)).split(" ")).toHaveLength(2_000);
    expect(read(many(2_001))).toBe("The calendar has more than 2,000 busy times within the next 180 days.");
  });
});
