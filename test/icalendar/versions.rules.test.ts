import { expect, it } from "@jest/globals";
import { calendar, DAILY, event, read } from "../support/icalendar-files.ts";

/** Returns an event of an hour that starts at an hour of December 1. */
const at = (hour: number, ...lines: string[]) =>
  event(`DTSTART:20261201T${hour}0000Z`, "DURATION:PT1H", ...lines);

it.each<[versions: string, hours: string, first: string[], second: string[]]>([
  ["of which one is later", "16", ["SEQUENCE:1"], ["SEQUENCE:2"]],
  ["of which one is later by number", "16", ["SEQUENCE:9"], ["SEQUENCE: 10"]],
  ["of which one does not say so", "16", [], ["SEQUENCE:1"]],
  [
    "of which the later one was sent first",
    "16",
    ["DTSTAMP:20261102T000000Z"],
    ["SEQUENCE:1", "DTSTAMP:20261101T000000Z"],
  ],
  ["that were sent in turn", "16", ["DTSTAMP:20261101T000000Z"], ["SEQUENCE:0", "DTSTAMP:20261101T000001Z"]],
  ["that were sent at once", "15 16", ["DTSTAMP:20261101T000000Z"], ["DTSTAMP:20261101T000000Z"]],
  ["of which one does not say when it was sent", "15 16", ["DTSTAMP:never"], ["DTSTAMP:20261101T000000Z"]],
  ["of which one has a number that cannot be read", "15 16", ["SEQUENCE:first"], ["SEQUENCE:1"]],
  ["of which a note has a number", "15 16", [], ["Sequence: 2"]],
  ["of which the later one is canceled", "", ["SEQUENCE:1"], ["SEQUENCE:2", "STATUS:CANCELLED"]],
  ["of which the earlier one is canceled", "16", ["STATUS:CANCELLED"], ["SEQUENCE:2"]],
  ["of which the earlier one cannot be read", "16", ["RRULE:FREQ=NEVER"], ["SEQUENCE:1"]],
])("versions of an event %s count at %s", (_, hours, first, second) => {
  for (const file of [
    calendar(...at(15, ...first), ...at(16, ...second)),
    Buffer.concat([calendar(...at(16, ...second)), calendar(...at(15, ...first))]),
  ])
    expect(read(file).replace(/12-01T(\d\d):00\/\S+/g, "$1")).toBe(hours);
});

it("versions of an occurrence are told apart from other occurrences and from their series, by instant", () => {
  const moved = (id: string, hour: number, ...lines: string[]) => at(hour, `RECURRENCE-ID${id}`, ...lines);
  const file = calendar(
    ...event(...DAILY, "SEQUENCE:5"),
    ...moved(":20261202T150000Z", 18, "SEQUENCE:1"),
    ...moved(";TZID=Europe/Berlin:20261202T160000", 19, "SEQUENCE:2"),
    ...moved(":20261203T150000Z", 20),
  );
  expect(read(file)).toBe("12-01T15:00/12-01T16:00 12-01T19:00/12-01T20:00 12-01T20:00/12-01T21:00");
});
