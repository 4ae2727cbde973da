import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { readCalendar } from "../../shared/icalendar/read-calendar.rules.ts";

const FILES = join(import.meta.dirname, "files");

const MEMBER = {
  timeZone: "America/New_York",
  email: "ada@firm.example",
  window: { start: Date.parse("2026-11-27T00:00:00Z"), end: Date.parse("2027-05-26T00:00:00Z") },
};

const textOf = (instant: number) => new Date(instant).toISOString().slice(0, 16);

/** Files in the forms that these products write. The times are worked out by hand. */
it.each<[file: string, times: string[]]>([
  [
    "google.ics",
    [
      "2026-11-30T14:00 2026-11-30T14:30 3k9v7l2m@google.com",
      "2026-12-14T14:00 2026-12-14T14:30 3k9v7l2m@google.com",
      "2026-12-24T05:00 2026-12-27T05:00 7ah2@google.com",
    ],
  ],
  ["google-public.ics", ["2026-12-01T15:00 2026-12-01T16:30 6sqj0c@google.com"]],
  [
    "outlook.ics",
    [
      "2026-12-02T19:00 2026-12-02T20:00 040000008200E00074C5B7101A82E0080000000030A2F9D1",
      "2026-12-11T05:00 2026-12-12T05:00 040000008200E00074C5B7101A82E00800000000DAY",
      "2026-12-14T09:00 2026-12-14T10:00 040000008200E00074C5B7101A82E00800000000CUSTOM",
      "2027-02-02T15:00 2027-02-02T16:00 040000008200E00074C5B7101A82E0080000000030A2F9D1",
    ],
  ],
  [
    "icloud.ics",
    [
      "2027-03-25T09:00 2027-03-25T10:00 3B5E0E2B-54C5-4B3C-9C35-1F3A8E1D7F10",
      "2027-03-26T09:00 2027-03-26T10:00 3B5E0E2B-54C5-4B3C-9C35-1F3A8E1D7F10",
      "2027-03-27T12:00 2027-03-27T12:30 3B5E0E2B-54C5-4B3C-9C35-1F3A8E1D7F10",
      "2027-03-28T08:00 2027-03-28T09:00 3B5E0E2B-54C5-4B3C-9C35-1F3A8E1D7F10",
      "2027-03-29T08:00 2027-03-29T09:00 3B5E0E2B-54C5-4B3C-9C35-1F3A8E1D7F10",
    ],
  ],
  [
    "fastmail.ics",
    [
      "2026-11-30T22:00 2026-11-30T22:45 f1",
      "2026-12-05T14:00 2026-12-06T16:00 f2",
      "2026-12-30T22:00 2026-12-30T22:45 f1",
      "2027-01-28T22:00 2027-01-28T22:45 f1",
    ],
  ],
  [
    "nextcloud.ics",
    [
      "2026-11-30T09:00 2026-11-30T10:00 nc-1",
      "2026-12-14T11:30 2026-12-14T13:00 nc-1",
      "2026-12-21T11:30 2026-12-21T13:00 nc-1",
    ],
  ],
  [
    "court.ics",
    [
      "2026-12-01T08:00 2026-12-01T09:00 folded",
      "2027-03-22T08:30 2027-03-22T11:00 Az. 3 O 17/26 Müller ./. Gräßlich – Haupttermin – Sitzungssaal größte Ü@justiz.example",
      "2027-04-01T12:00 2027-04-01T13:30 Az. 3 O 17/26 Müller ./. Gräßlich – Haupttermin – Sitzungssaal größte Ü@justiz.example",
      "2027-04-02T12:00 2027-04-02T13:00 Az. 3 O 17/26 Müller ./. Gräßlich – Haupttermin – Sitzungssaal größte Ü@justiz.example",
      "2027-04-06T06:00 2027-04-06T07:00 Az. 3 O 17/26 Müller ./. Gräßlich – Haupttermin – Sitzungssaal größte Ü@justiz.example",
    ],
  ],
  [
    "exchange-free-busy.ics",
    [
      "2026-12-01T15:00 2026-12-01T16:00 null",
      "2026-12-02T15:00 2026-12-02T15:30 null",
      "2026-12-03T15:00 2026-12-03T16:00 null",
      "2026-12-05T15:00 2026-12-05T16:00 null",
    ],
  ],
])("reads the busy times of %s", (file, times) => {
  const reading = readCalendar(readFileSync(join(FILES, file)), MEMBER);
  if ("error" in reading) throw new Error(reading.error);
  expect(reading.busy.map(({ start, end, uid }) => `${textOf(start)} ${textOf(end)} ${uid}`)).toEqual(times);
});
