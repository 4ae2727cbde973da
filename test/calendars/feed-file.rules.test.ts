import { describe, expect, it } from "@jest/globals";
import { busyTimesOf } from "../../shared/calendars/feed-times.rules.ts";
import { calendar, DAILY, event, HOUR, MEMBER, read, THE_HOUR } from "../support/feed-files.ts";

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
    expect(read(events)).toBe("12-02T15:00/12-02T16:00");
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
    ["a time", calendar(...event("DTSTART:20261301T100000Z")), 'cannot be read: "2026-13-01T10:00:00Z"'],
    [
      "a day that there is not",
      calendar(...event("DTSTART;VALUE=DATE:20270229")),
      'cannot be read: "2027-02-29"',
    ],
    ["a text for a time", calendar(...event("DTSTART:tomorrow")), "cannot be read"],
    ["no time", calendar(...event("SUMMARY:a")), "An event in the calendar has no start."],
    ["a duration", calendar(...event("DTSTART:20261201T100000Z", "DURATION:1 hour")), "duration"],
    [
      "a duration without end",
      calendar(...event("DTSTART:20261201T100000Z", "DURATION:P200000000D")),
      "duration",
    ],
    [
      "a duration that is no number",
      calendar(...event("DTSTART:20261201T100000Z", `DURATION:-PT${"9".repeat(400)}S`)),
      "duration",
    ],
    [
      "a busy period without end",
      calendar("BEGIN:VFREEBUSY", "FREEBUSY:20261201T100000Z/P200000000D", "END:VFREEBUSY"),
      "duration",
    ],
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
