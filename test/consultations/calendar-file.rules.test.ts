import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import ICAL from "ical.js";
import { calendarFile } from "../../shared/consultations/calendar-file.rules.ts";
import {
  CONSULTATION_STATUSES,
  type ConsultationStatus,
} from "../../shared/consultations/consultation.rules.ts";
import { checkProperty } from "../support/check-property.ts";

const ID = "019a4a00-0000-7000-8000-000000000001";

const FIRST_MEETING = {
  key: "first",
  name: "First meeting",
  durationMinutes: 60,
  amount: null,
  location: null,
  attorneyIds: null,
  reminderMinutes: null,
};

const fileOf = ({
  type = "first",
  person = "Dana Doe",
  name = "Doe & Partners",
  location = null as string | null,
  status = "scheduled" as ConsultationStatus,
} = {}) =>
  calendarFile({
    consultation: {
      id: ID,
      type,
      status,
      startAt: "2026-11-09T15:00:00.000Z",
      durationMinutes: 90,
      location,
      revision: 3,
    },
    changedAt: "2026-11-02T09:30:15.250Z",
    settings: { name, consultationTypes: [FIRST_MEETING] },
    person,
  });

/** Returns the one event of a calendar, as ical.js reads its bytes. */
const eventIn = (file: string) => {
  const calendar = new ICAL.Component(ICAL.parse(Buffer.from(file).toString()));
  expect(calendar.getAllSubcomponents().map(({ name }) => name)).toEqual(["vevent"]);
  expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
  return new ICAL.Event(calendar.getFirstSubcomponent("vevent") ?? undefined);
};

describe("a calendar file", () => {
  it("has the event of the consultation", () => {
    const event = eventIn(fileOf());
    expect([event.uid, event.sequence, event.summary]).toEqual([
      `${ID}@intake`,
      3,
      "First meeting, Dana Doe, Doe & Partners",
    ]);
    expect([event.startDate.toJSDate(), event.endDate.toJSDate()]).toEqual([
      new Date("2026-11-09T15:00:00Z"),
      new Date("2026-11-09T16:30:00Z"),
    ]);
    expect(event.startDate.zone).toBe(ICAL.Timezone.utcTimezone);
    expect(String(event.component.getFirstPropertyValue("dtstamp"))).toBe("2026-11-02T09:30:15Z");
  });

  it("keeps a type of free text unchanged, and leaves out blank fields", () => {
    expect(eventIn(fileOf({ type: "Call back", person: "" })).summary).toBe("Call back, Doe & Partners");
  });

  it("has the location, if there is one", () => {
    expect(fileOf()).not.toContain("LOCATION");
    expect(fileOf({ location: "Main St. 5; 2nd\\floor, left\r\nroom 6" })).toContain(
      "\r\nLOCATION:Main St. 5\\; 2nd\\\\floor\\, left\\nroom 6\r\n",
    );
    const url = `https://meet.example.com/${"é".repeat(250)}`;
    expect(eventIn(fileOf({ location: url })).location).toBe(url);
  });

  it.each(Object.keys(CONSULTATION_STATUSES) as ConsultationStatus[])(
    "states for a consultation that is %s whether it is canceled",
    (status) => {
      const expected = status === "canceled" ? "CANCELLED" : "CONFIRMED";
      expect(eventIn(fileOf({ status })).component.getFirstPropertyValue("status")).toBe(expected);
    },
  );
});

/**
 * Texts that break calendars: separators, escapes, line breaks, control characters, long characters, other properties.
 */
const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(",", ";", "\\", "\\n", "\n", "\r\n", "\r", "\t", "\0", "\u0085", "\u2028", ":", '"'),
      fc.constantFrom("👩‍⚖️", "é", "\u0301", "漢", "\nEND:VEVENT\r\n", "^n", " "),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.string({ unit: "grapheme", minLength: 20, maxLength: 90 }),
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join("").slice(0, 500).toWellFormed());

describe("hostile texts", () => {
  it("stay one text of the event", () =>
    checkProperty(
      fc.property(hostileText, hostileText, hostileText, hostileText, (type, person, name, location) => {
        const event = eventIn(fileOf({ type, person, name, location }));
        const lines = location
          .split(/\r\n|\r|\n/)
          .map((each) => each.replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
        expect(event.location ?? "").toBe(lines.join("\n"));
        const summary = [type, person, name].filter((part) => part !== "").join(", ");
        expect(event.summary ?? "").toBe(summary.replace(/[\p{Cc}\u2028\u2029]+/gu, " "));
        expect([event.uid, event.sequence]).toEqual([`${ID}@intake`, 3]);
      }),
    ));

  it("make no line longer than 75 octets", () =>
    checkProperty(
      fc.property(hostileText, hostileText, hostileText, (type, person, location) => {
        const lines = fileOf({ type, person, location }).split("\r\n");
        expect(lines.at(-1)).toBe("");
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n]/);
        }
      }),
    ));
});
