import { describe, expect, it } from "@jest/globals";
import { readCalendar } from "../../shared/icalendar/read-calendar.rules.ts";
import { calendar, DAILY, event, HOUR, MEMBER, read, THE_HOUR } from "../support/icalendar-files.ts";

const BUSY = ["BEGIN:VFREEBUSY", "FREEBUSY:20261201T150000Z/PT1H", "END:VFREEBUSY"];

const afterCalendar = (...lines: string[]) => Buffer.concat([calendar(), Buffer.from(lines.join("\n"))]);

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

  it("may have a calendar of events and one of busy periods", () => {
    const events = calendar(...event("DTSTART:20261202T150000Z", "DURATION:PT1H"), ...BUSY);
    expect(read(Buffer.concat([events, calendar(...BUSY)]))).toBe(`${THE_HOUR} 12-02T15:00/12-02T16:00`);
    expect(read(events)).toBe(`${THE_HOUR} 12-02T15:00/12-02T16:00`);
  });

  it.each<[string, string[], string]>([
    ["the time of an event", ["20261201T150000Z/PT1H"], "12-01T15:00/12-01T16:00 1"],
    [
      "more than it",
      ["20261201T143000Z/20261201T163000Z"],
      "12-01T14:30/12-01T15:00 null 12-01T15:00/12-01T16:00 1 12-01T16:00/12-01T16:30 null",
    ],
    [
      "two times that touch",
      ["20261202T150000Z/PT1H", "20261202T160000Z/PT1H"],
      "12-01T15:00/12-01T16:00 1 12-02T15:00/12-02T16:00 null 12-02T16:00/12-02T17:00 null",
    ],
  ])("may have busy periods beside its events, whose times keep their UID: %s", (_, periods, times) => {
    const lines = periods.map((period) => `FREEBUSY:${period}`);
    const file = calendar(...event(...HOUR), "BEGIN:VFREEBUSY", ...lines, "END:VFREEBUSY");
    expect(read(file, MEMBER, ({ uid }) => ` ${uid}`)).toBe(times);
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
    const reading = readCalendar(
      Buffer.from(
        calendar(...event(...HOUR))
          .toString("latin1")
          .replace("UID:1", "UID:\xC3\r\n \xBC"),
        "latin1",
      ),
      MEMBER,
    );
    expect(reading).toMatchObject({ busy: [{ uid: "ü" }] });
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

  it("is read although a component ends twice", () => {
    const other = ["BEGIN:VEVENT", "UID:2", ...HOUR, "END:VEVENT"];
    const file = calendar(...event(...HOUR, "BEGIN:VALARM", "END:VALARM", "END:VALARM"), ...other);
    expect(read(file)).toBe(`${THE_HOUR} ${THE_HOUR}`);
  });

  it("is read without what other components in an event say", () => {
    const inner = (name: string) => [
      `BEGIN:${name}`,
      "TRANSP:TRANSPARENT",
      "STATUS:CANCELLED",
      `END:${name}`,
    ];
    expect(
      read(calendar(...event(...HOUR, ...inner("VALARM"), ...inner("X_ALARM"), ...inner("X.NOTE")))),
    ).toBe(THE_HOUR);
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
      "Begin: 10 am",
      "End: 11 am",
      "End:noon",
      "End:",
    ];
    expect(read(calendar(...lines, ...event(...HOUR, ...lines)))).toBe(THE_HOUR);
  });
});

describe("a line of a broken description begins like a component, such as", () => {
  it.each<[string, string[]]>([
    ["Begin:noon", ["DESCRIPTION:Agenda", "Begin:noon", "End:1pm"]],
    ["Begin:Monday", ["Begin:Monday", "STATUS:CONFIRMED"]],
    ["the beginnings of many days", Array(30).fill("begin:Monday")],
    ["a day that ends elsewhere", ["End:Monday", "Begin:Tuesday", "End:Wednesday"]],
  ])("%s", (_, lines) => {
    const other = ["BEGIN:VEVENT", "UID:2", ...HOUR, "END:VEVENT"];
    expect(read(calendar(...event(...lines, ...HOUR), ...other))).toBe(`${THE_HOUR} ${THE_HOUR}`);
    expect(read(calendar(...event(...HOUR, ...lines), ...lines))).toBe(THE_HOUR);
  });
});

describe("an odd line costs nothing:", () => {
  const DAYS = "12-01T15:00/12-01T16:00 12-02T15:00/12-02T16:00";
  const TWICE = [...HOUR, "RRULE:FREQ=DAILY;COUNT=2"];

  it.each<[string, string[], string]>([
    ["properties without a value", [...TWICE, "RDATE:", "EXDATE:", "RRULE:", "DURATION:"], DAYS],
    [
      "ones with white space and a zone",
      [...TWICE, "RDATE: ", "EXDATE;TZID=Europe/Berlin:", "EXDATE;VALUE=DATE:"],
      DAYS,
    ],
    [
      "components after white space",
      [...HOUR, "END: VEVENT", "BEGIN:  VEVENT", "UID:2", "DTSTART:20261202T150000Z", "DURATION:PT1H"],
      DAYS,
    ],
    ["an end without a value", ["DTSTART:20261201T150000Z", "DTEND:", "DURATION:PT1H"], THE_HOUR],
    ["parts of a rule without a value", [...HOUR, "RRULE:FREQ=DAILY;UNTIL=;COUNT=2;BYDAY=;INTERVAL;;"], DAYS],
    ["a list with blank values", [...TWICE, "EXDATE:,20261202T150000Z,,", "RDATE:, "], THE_HOUR],
    [
      "parameters without a value",
      ["DTSTART;TZID=;VALUE:20261201T150000Z", "DTEND;;X;:20261201T160000Z"],
      THE_HOUR,
    ],
    [
      "times after white space",
      ["DTSTART: 20261201T150000Z", "DTEND;TZID= America/New_York:\t20261201T110000"],
      THE_HOUR,
    ],
    [
      "a list with white space",
      [
        ...TWICE,
        "EXDATE: 20261201T150000Z, 20261202T150000Z ",
        "RDATE:20261201T150000Z,\u00A020261202T150000Z",
      ],
      "",
    ],
    ["a rule with white space", [...HOUR, "RRULE: FREQ=DAILY; UNTIL= 20261202T150000Z"], DAYS],
    ["milliseconds", ["DTSTART:20261201T150000.000Z", "DTEND:20261201T160000.000Z"], THE_HOUR],
    ["a note of a length", [...HOUR, "Duration: 1 hour"], THE_HOUR],
    [
      "a note of a length, before there is one",
      ["Duration: 1 hour", HOUR[0], "duration:PT1H"].map(String),
      THE_HOUR,
    ],
    ["versions that cannot be read", [...HOUR, "SEQUENCE;=:1", "DTSTAMP;=x:never"], THE_HOUR],
  ])("%s", (_, lines, times) => {
    expect(read(calendar(...event(...lines)))).toBe(times);
  });

  it("busy periods without a value, or with white space", () => {
    const periods = ["FREEBUSY:", "FREEBUSY: 20261201T150000Z/PT1H, 20261202T150000Z / PT1H"];
    expect(read(calendar("BEGIN:VFREEBUSY", ...periods, "END:VFREEBUSY"))).toBe(DAYS);
  });
});

describe("small letters are read as capitals", () => {
  it.each<[string, string[], string]>([
    ["in UTC", ["DTSTART:20261201t150000z", "DTEND:20261201t160000z"], THE_HOUR],
    ["in a duration", ["DTSTART:20261201T150000Z", "DURATION:pt1h"], THE_HOUR],
    [
      "in the frequency of a rule and in its end",
      [...HOUR, "RRULE:FREQ=Daily;until=20261202t150000z"],
      `${THE_HOUR} 12-02T15:00/12-02T16:00`,
    ],
    [
      "in the days of a rule and in the start of its weeks",
      [...HOUR, "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=tu,su;WKST=su;COUNT=3"],
      `${THE_HOUR} 12-13T15:00/12-13T16:00 12-15T15:00/12-15T16:00`,
    ],
    [
      "in further times and excluded ones",
      [
        ...HOUR,
        "RDATE:20261202t150000z,20261203t150000z",
        "RDATE:20261204t150000z/pt1h",
        "EXDATE:20261201t150000z",
      ],
      "12-02T15:00/12-02T16:00 12-03T15:00/12-03T16:00 12-04T15:00/12-04T16:00",
    ],
  ])("%s", (_, lines, times) => {
    expect(read(calendar(...event(...lines)))).toBe(times);
  });

  it("in the time that a moved occurrence had", () => {
    const moved = ["RECURRENCE-ID:20261202t150000z", "DTSTART:20261202T180000Z", "DURATION:PT1H"];
    expect(read(calendar(...event(...DAILY), ...event(...moved)))).toBe(
      `${THE_HOUR} 12-02T18:00/12-02T19:00 12-03T15:00/12-03T16:00`,
    );
  });

  it("in busy periods", () => {
    const periods = "FREEBUSY:20261201t150000z/pt1h,20261202t150000z/20261202t160000z";
    expect(read(calendar("BEGIN:VFREEBUSY", periods, "END:VFREEBUSY"))).toBe(
      `${THE_HOUR} 12-02T15:00/12-02T16:00`,
    );
  });

  it("but not in the name of a zone, which the file may define in both", () => {
    const zone = (name: string, offset: string) => [
      ...["BEGIN:VTIMEZONE", `TZID:${name}`, "BEGIN:STANDARD", "DTSTART:16010101T000000"],
      ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, "END:STANDARD", "END:VTIMEZONE"],
    ];
    const times = ['DTSTART;TZID="x:a":20261201t180000', "DTEND;TZID=x:a:20261201t190000"];
    expect(read(calendar(...zone("X:A", "-0500"), ...zone("x:a", "+0300"), ...event(...times)))).toBe(
      THE_HOUR,
    );
  });
});

describe("a file that cannot be read says why", () => {
  const OFFSETS = ["TZOFFSETFROM:+0000", "TZOFFSETTO:+0100"];
  const inZoneWith = (...standard: string[]) =>
    calendar(
      ...["BEGIN:VTIMEZONE", "TZID:X", "BEGIN:STANDARD", ...standard, "END:STANDARD", "END:VTIMEZONE"],
      ...event("DTSTART;TZID=X:20261201T100000"),
    );

  it.each<[string, Uint8Array, string]>([
    ["an empty file", Buffer.from(""), "empty file"],
    ["a web page", Buffer.from("<!DOCTYPE html><html>"), "a web page, not with a calendar"],
    ["another file", Buffer.from('{"items":[]}'), "not a calendar"],
    ["UTF-16", Buffer.from(calendar(...event(...HOUR)).toString(), "utf16le"), "not a calendar"],
    ["a file that ends too early", Buffer.from("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1"), "not complete"],
    ["too many ends", Buffer.from("BEGIN:VCALENDAR\nEND:VCALENDAR\nEND:VCALENDAR\nUID:1"), "not complete"],
    [
      "another end",
      calendar(...event("DTSTART:20261201T100000Z", "BEGIN:VALARM", "END:VTODO")),
      "not complete",
    ],
    ["an end that closes an outer one", calendar(...event(...HOUR, "BEGIN:X-NOTE")), "not complete"],
    ["components in each other without end", calendar("BEGIN:X-A\n".repeat(20)), "not complete"],
    [
      "a zone without the end of its summer time",
      calendar("BEGIN:VTIMEZONE", "TZID:X", "BEGIN:DAYLIGHT", "END:VTIMEZONE", ...event(...HOUR)),
      "not complete",
    ],
    ["an event after its calendar", afterCalendar(...event(...HOUR)), "not complete"],
    [
      "an event beside a calendar",
      afterCalendar("BEGIN:VCARD", ...event(...HOUR), "END:VCARD"),
      "not complete",
    ],
    ["a busy period after its calendar", afterCalendar(...BUSY), "not complete"],
    [
      "a zone after its calendar",
      afterCalendar("BEGIN:VTIMEZONE", "TZID:X", "END:VTIMEZONE"),
      "not complete",
    ],
    ["an event in an event", calendar(...event(...HOUR, ...event(...HOUR))), "not complete"],
    [
      "an event in another component",
      calendar("BEGIN:VTODO", ...event(...HOUR), "END:VTODO"),
      "not complete",
    ],
    ["a calendar in a calendar", calendar(calendar(...event(...HOUR)).toString()), "not complete"],
    ["no time", calendar(...event("SUMMARY:a")), "The VEVENT in line 3 of the calendar has no DTSTART."],
    [
      "a zone's offset",
      inZoneWith("TZOFFSETFROM:x"),
      "Intake cannot read TZOFFSETFROM in line 6 of the calendar.",
    ],
    ["a zone without an offset", inZoneWith(), "The STANDARD in line 5 of the calendar has no TZOFFSETFROM."],
    [
      "a very long line",
      calendar(...event(`DTSTART${";x=y".repeat(10_000)}:20261201T100000Z`)),
      "Line 5 of the calendar is too long to be read.",
    ],
    ["a rule for every second", calendar(...event(...HOUR, "RRULE:FREQ=SECONDLY")), "repeat too often"],
    ["a rule for every hour", calendar(...event(...HOUR, "RRULE:FREQ=HOURLY")), "more than 2,000 busy times"],
    [
      "a zone that changes every second",
      inZoneWith("DTSTART:16010101T000000", ...OFFSETS, "RRULE:FREQ=SECONDLY"),
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

  it.each<[line: string, error: string]>([
    ["DTSTART:20261301T100000Z", "DTSTART in line 5 of the calendar: 20261301T100000Z."],
    ["DTSTART;VALUE=DATE:20270229", "DTSTART in line 5 of the calendar: 20270229."],
    ["DTSTART: 2027\r\n 0229", "DTSTART in line 5 of the calendar: 20270229."],
    ["SUMMARY:two\r\n  lines\r\nDTSTART:20261201T10", "DTSTART in line 7 of the calendar: 20261201T10."],
    ["DTSTART:2026-12-01T10:00", "DTSTART in line 5 of the calendar."],
    ["DTSTART:CONFIDENTIAL DINNER", "DTSTART in line 5 of the calendar."],
    [`DTSTART:${"1".repeat(61)}`, "DTSTART in line 5 of the calendar."],
    ["RECURRENCE-ID;VALUE=DATE:Jane", "RECURRENCE-ID in line 5 of the calendar."],
    ["RECURRENCE-ID:", "RECURRENCE-ID in line 5 of the calendar."],
    ["EXDATE:20261201T150000Z, 20261202T25", "EXDATE in line 5 of the calendar: 20261202T25."],
    ["RDATE:20261201T10/PT1H", "RDATE in line 5 of the calendar: 20261201T10."],
    ["RRULE:FREQ=SOMETIMES", "RRULE in line 5 of the calendar."],
    ["RRULE:FREQ=WEEKLY;BYDAY=XX", "RRULE in line 5 of the calendar."],
    ["RRULE:FREQ=DAILY;UNTIL=CONFIDENTIAL DINNER", "RRULE in line 5 of the calendar."],
    ["RRULE:FREQ=DAILY;UNTIL=2026120", "RRULE in line 5 of the calendar: 2026120."],
    ["DURATION:1 hour", "DURATION in line 5 of the calendar."],
    ["DURATION:", "DURATION in line 5 of the calendar."],
    ["DURATION:P200000000D", "DURATION in line 5 of the calendar."],
    [`DURATION:-PT${"9".repeat(400)}S`, "DURATION in line 5 of the calendar."],
    ['UID;X="Jane Client:jane@client.example', "UID in line 5 of the calendar."],
  ])("names line, property, and a value that is no text: %s", (line, error) => {
    const times = line.startsWith("DURATION") ? HOUR.slice(0, 1) : HOUR;
    const file = calendar("BEGIN:VEVENT", "SUMMARY:Jane Client", line, ...times, "UID:1", "END:VEVENT");
    expect(read(file)).toBe(`Intake cannot read ${error}`);
  });

  it("names an end without a value where nothing else says how long the event takes", () => {
    const file = calendar(...event("DTSTART:20261201T150000Z", "DTEND;TZID=America/New_York:"));
    expect(read(file)).toMatch(/^Intake cannot read DTEND in line \d+ of the calendar\.$/);
  });

  it.each<[line: string, error: string]>([
    ["20261201T100000Z", ""],
    ["20261201T100000Z/P200000000D", ""],
    ["20261201T100000Z/20261201T1", ": 20261201T1"],
  ])("names a busy period: %s", (period, value) => {
    const file = calendar("BEGIN:VFREEBUSY", `FREEBUSY:${period}`, "END:VFREEBUSY");
    expect(read(file)).toBe(`Intake cannot read FREEBUSY in line 4 of the calendar${value}.`);
  });

  it("has 2,000 busy times at most", () => {
    const many = (count: number) =>
      calendar(...event("DTSTART:20261201T000000Z", "DURATION:PT1H", `RRULE:FREQ=HOURLY;COUNT=${count}`));
    expect(read(many(2_000)).split(" ")).toHaveLength(2_000);
    expect(read(many(2_001))).toBe("The calendar has more than 2,000 busy times within the next 180 days.");
  });
});
