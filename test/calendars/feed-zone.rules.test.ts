import { describe, expect, it } from "@jest/globals";
import { calendar, event, MEMBER, read, WINDOW } from "../support/feed-files.ts";

describe("a zone", () => {
  const zone = (tzid: string, offset: string) => [
    ...["BEGIN:VTIMEZONE", `TZID:${tzid}`, "BEGIN:STANDARD", "DTSTART:16010101T000000"],
    ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, "END:STANDARD", "END:VTIMEZONE"],
  ];
  const at = (tzid: string) => event(`DTSTART;TZID=${tzid}:20270601T120000`, "DURATION:PT1H");
  const window = { start: WINDOW.start, end: Date.parse("2027-07-01T00:00:00Z") };
  const readJune = (...lines: string[]) => read(calendar(...lines), { ...MEMBER, window });
  const startAt = (...lines: string[]) => readJune(...lines).slice(6, 11);

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
    ["GMT+0", "12:00"],
    ["Etc/GMT+5", "17:00"],
    ["/mozilla.org/20050126_1/Etc/GMT-5", "07:00"],
  ])("%s is known by its name", (tzid, start) => {
    expect(startAt(...at(tzid))).toBe(start);
  });

  it.each<[tzid: string, start: string]>([
    ["GMT+0200", "10:00"],
    ['"UTC+01:00"', "11:00"],
    ["utc-0330", "15:30"],
    ["GMT-05", "17:00"],
    ["UTC+00", "12:00"],
    ["GMT+1400", "22:00"],
    ["UTC-14", "02:00"],
  ])("%s is the offset that it names", (tzid, start) => {
    expect(startAt(...at(tzid))).toBe(start);
  });

  it.each([
    ...["Customized Time Zone", "tzone://Microsoft/Custom", "Kanzleizeit", "constructor"],
    ...["GMT+1401", "UTC-15", "GMT+0260", "UTC+1:00", "GMT+5", "Etc/GMT+05", "GMT+02001", "MyGMT+0200"],
  ])("%s is the member's where the file does not define it", (tzid) => {
    expect(startAt(...at(tzid))).toBe("16:00");
  });

  it.each<[defined: string, named: string]>([
    ["Customized Time Zone", "Customized Time Zone"],
    ["(UTC+00:00) Dublin\\, London", '"(UTC+00:00) Dublin, London"'],
    ["Europe/Berlin", "Europe/Berlin"],
    ["GMT+0200", "GMT+0200"],
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
    const file = [begin, name, ...rest.slice(0, -2), ...dates, ...rest.slice(-2)];
    expect(readJune(...file, ...at("X"))).toContain("repeat too often");
  });

  it("is one of few in a file", () => {
    const events = Array.from({ length: 5_001 }, (_, index) => at(`Unknown/${index}`));
    expect(readJune(...events.flat())).toContain("repeat too often");
  });

  it.each(["20100328T010000Z", "20100328T020000", "20100328"])(
    "changes by a rule that has ended at %s, and by dates",
    (until) => {
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
          `RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=${until}`,
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
    },
  );
});
