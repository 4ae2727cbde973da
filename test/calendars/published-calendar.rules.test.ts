import { describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import {
  nearestConsultations,
  type PublishedConsultation,
  publishedRange,
  publishedTag,
  publishedText,
} from "../../shared/calendars/published-calendar.rules.ts";
import { idAt } from "../../shared/runtime/record-id.ts";
import { LIMITS } from "../../shared/schema/limits.ts";

const NOW = Date.parse("2026-11-27T12:00:00.000Z");
const [MINUTE, DAY] = [60_000, 86_400_000];
const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

const consultationAt = (startMilliseconds: number, changes: Partial<PublishedConsultation> = {}) => ({
  id: idAt(startMilliseconds),
  leadId: "lead",
  type: "Initial",
  status: "scheduled" as const,
  startAt: instant(startMilliseconds),
  durationMinutes: 30,
  location: "Room 5",
  revision: 1,
  changedAt: instant(NOW - DAY),
  ...changes,
});

const calendarOf = (consultations: readonly PublishedConsultation[], showsNames = false) => ({
  member: { name: "Ruth; Bader" },
  settings: { name: "Doe & Partners", consultationTypes: [] },
  consultations,
  showsNames,
  lastRename: showsNames ? "rename" : null,
});

const NAMES = new Map([["lead", "Dana Doe"]]);

const read = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
  return { calendar, events };
};

describe("the range of a published calendar", () => {
  it("reaches from 30 days back to 366 days ahead", () => {
    const { start, end } = publishedRange(NOW);
    expect([(NOW - start) / DAY, (end - NOW) / DAY]).toEqual([30, 366]);
  });
});

describe("the consultations of a published calendar", () => {
  it.each([
    ["stands", {}, true],
    ["took place", { status: "completed" as const }, true],
    ["was missed", { status: "no-show" as const }, true],
    ["was canceled just now", { status: "canceled" as const, canceledAt: instant(NOW) }, true],
    [
      "was canceled less than 30 days ago",
      { status: "canceled" as const, canceledAt: instant(NOW - 30 * DAY + 1) },
      true,
    ],
    ["was canceled 30 days ago", { status: "canceled" as const, canceledAt: instant(NOW - 30 * DAY) }, false],
    [
      "was canceled by an older release, and last changed 30 days ago",
      { status: "canceled" as const, changedAt: instant(NOW - 30 * DAY) },
      false,
    ],
  ])("one that %s", (_, changes, isShown) => {
    const found = [consultationAt(NOW + DAY, changes)];
    expect(nearestConsultations(found, NOW)).toEqual(isShown ? found : []);
  });

  it("are at most 5,000: those that start nearest to now, before it or after", () => {
    const count = LIMITS.publishedConsultations / 2;
    const ahead = Array.from({ length: count + 1 }, (_, index) => consultationAt(NOW + (index + 1) * MINUTE));
    const back = Array.from({ length: count }, (_, index) => consultationAt(NOW - (index + 1) * MINUTE));
    const canceled = consultationAt(NOW, { status: "canceled", canceledAt: instant(NOW - 31 * DAY) });
    const all = [...ahead, canceled, ...back];
    const shown = nearestConsultations(all, NOW);
    expect(shown).toHaveLength(LIMITS.publishedConsultations);
    expect(new Set(shown)).toEqual(new Set([...ahead.slice(0, -1), ...back]));
    expect(nearestConsultations(all.slice(1), NOW)).toHaveLength(LIMITS.publishedConsultations);
  });
});

describe("the text of a published calendar", () => {
  it("is a calendar for programs that subscribe, by start", () => {
    const consultations = [consultationAt(NOW + DAY), consultationAt(NOW - DAY), consultationAt(NOW)];
    const { calendar, events } = read(publishedText(calendarOf(consultations), NAMES));
    expect(calendar.getAllProperties().map(({ name }) => name)).toEqual([
      "version",
      "prodid",
      "x-wr-calname",
      "refresh-interval",
      "x-published-ttl",
    ]);
    expect(String(calendar.getFirstPropertyValue("x-wr-calname")).replaceAll("\\", "")).toBe(
      "Ruth; Bader, Doe & Partners",
    );
    expect(String(calendar.getFirstPropertyValue("refresh-interval"))).toBe("PT30M");
    expect(events.map(({ startDate }) => startDate.toJSDate().getTime())).toEqual([
      NOW - DAY,
      NOW,
      NOW + DAY,
    ]);
  });

  it("says without names only when the attorney is busy", () => {
    const text = publishedText(calendarOf([consultationAt(NOW)]), NAMES);
    expect(text).not.toMatch(/Dana|Room|Initial/);
    const [event] = read(text).events;
    expect([event?.summary, event?.location, event?.uid, event?.sequence]).toEqual([
      "Busy",
      null,
      `${idAt(NOW)}@intake`,
      1,
    ]);
  });

  it("says with names what the calendar file says", () => {
    const [event] = read(publishedText(calendarOf([consultationAt(NOW)], true), NAMES)).events;
    expect([event?.summary, event?.location]).toEqual(["Initial, Dana Doe, Doe & Partners", "Room 5"]);
  });

  it("is a calendar without events for an attorney without consultations", () => {
    expect(read(publishedText(calendarOf([]), NAMES)).events).toEqual([]);
  });

  const most = (changes: Partial<PublishedConsultation> = {}) =>
    Array.from({ length: LIMITS.publishedConsultations }, (_, index) =>
      consultationAt(NOW + index * MINUTE, changes),
    );
  // Parsing so many events takes seconds.
  const startsIn = (text: string) => text.match(/^DTSTART:\w+/gm) ?? [];
  const bytesInAnswer = (text: string) => Buffer.byteLength(JSON.stringify(text));

  it("has all of 5,000 consultations in a third of what Lambda sends", () => {
    const text = publishedText(calendarOf(most()), NAMES);
    expect(startsIn(text)).toHaveLength(LIMITS.publishedConsultations);
    expect(bytesInAnswer(text)).toBeLessThan(2 * 1024 * 1024);
  });

  it("leaves out the farthest events that one answer cannot hold", () => {
    const long = { type: "👩‍⚖️".repeat(12), location: "漢".repeat(LIMITS.locationCharacters) };
    const names = new Map([["lead", "é, ".repeat(133)]]);
    const text = publishedText(calendarOf(most(long), true), names);
    expect(bytesInAnswer(text)).toBeLessThan(5.1 * 1024 * 1024);
    const starts = startsIn(text);
    expect(starts.length).toBeGreaterThan(1_000);
    const last = new Date(NOW + (starts.length - 1) * MINUTE);
    expect(starts.at(-1)).toBe(`DTSTART:${ICAL.Time.fromJSDate(last, true).toICALString()}`);
  });
});

describe("the tag of a published calendar", () => {
  const tag = (consultations: readonly PublishedConsultation[], showsNames = false) =>
    publishedTag(calendarOf(consultations, showsNames));
  const [one, other] = [consultationAt(NOW), consultationAt(NOW + DAY)];

  it("is the same in any order", () => {
    expect(tag([one, other])).toBe(tag([other, one]));
    expect(tag([one, other])).toMatch(/^W\/"[\w-]{43}"$/);
  });

  it("is another one with names when a lead of the firm has another name", () => {
    expect(tag([one], true)).not.toBe(publishedTag({ ...calendarOf([one], true), lastRename: "next" }));
  });

  it.each<[string, string]>([
    ["a consultation more", tag([one])],
    ["a consultation that has changed", tag([one, { ...other, revision: 2 }])],
    ["names", tag([one, other], true)],
    [
      "another firm",
      publishedTag({ ...calendarOf([one, other]), settings: { name: "X", consultationTypes: [] } }),
    ],
    ["another member", publishedTag({ ...calendarOf([one, other]), member: { name: "X" } })],
  ])("is another one for %s", (_, changed) => {
    expect(changed).not.toBe(tag([one, other]));
  });
});
