import { describe, expect, it } from "@jest/globals";
import { calendar, event, MEMBER, read, WINDOW } from "../support/icalendar-files.ts";
import { zone } from "../support/icalendar-zones.ts";

describe("a zone that a file defines", () => {
  const at = (tzid: string) => event(`DTSTART;TZID=${tzid}:20270601T120000`, "DURATION:PT1H");
  const window = { start: WINDOW.start, end: Date.parse("2027-07-01T00:00:00Z") };
  const readJune = (...lines: string[]) => read(calendar(...lines), { ...MEMBER, window });
  const startAt = (...lines: string[]) => readJune(...lines).slice(6, 11);

  it("with more dates than steps is refused", () => {
    const dates = Array(101_000 / 100).fill(`RDATE:${Array(100).fill("20270101T000000").join(",")}`);
    const lines = zone("X", "STANDARD +0100 +0100");
    const file = [...lines.slice(0, -2), ...dates, ...lines.slice(-2)];
    expect(readJune(...file, ...at("X"))).toContain("repeat too often");
  });

  it("is read once, however many calendars of a file define it alike", () => {
    const lines = zone("X", "STANDARD +0200 +0100 10 -1SU", "DAYLIGHT +0100 +0200 3 -1SU");
    const one = calendar(...lines, ...at("X"));
    expect(read(Buffer.concat(Array(4_000).fill(one)), { ...MEMBER, window }).slice(6, 11)).toBe("10:00");
  });

  it("is one of few names in a file", () => {
    const events = Array.from({ length: 5_001 }, (_, index) => at(`/${index}/Europe/Berlin`));
    expect(readJune(...events.flat())).toContain("repeat too often");
  });

  it("is that of few cities", () => {
    const cities = Intl.supportedValuesOf("timeZone").map((name) => name.replace(/.*\//, ""));
    expect(readJune(...at(`"${cities.slice(0, 201).join(", ")}"`))).toContain("repeat too often");
    expect(readJune(...at(`"${Array(1_000).fill("Berlin").join(", ")}"`)).slice(6, 11)).toBe("10:00");
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
