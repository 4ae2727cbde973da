import { describe, expect, it } from "@jest/globals";
import { calendarLinks } from "../../../pages/book/calendar-links.ts";

const EVENT = {
  title: "First meeting, Grace Counsel, Doe & Partners",
  start_at: "2026-11-09T14:00:00.000Z",
  duration_min: 60,
  location: null as string | null,
};

const linksOf = (changes: Partial<typeof EVENT>) => {
  const links = calendarLinks({ ...EVENT, ...changes });
  return { google: new URL(links.google), outlook: new URL(links.outlook), ...{ written: links } };
};

describe("the links to other calendars", () => {
  it("open a new entry with title, times and location, and name nothing else", () => {
    const { google, outlook } = linksOf({ location: "5 Main Street" });
    expect(google.origin + google.pathname).toBe("https://calendar.google.com/calendar/render");
    expect(Object.fromEntries(google.searchParams)).toEqual({
      action: "TEMPLATE",
      text: EVENT.title,
      dates: "20261109T140000Z/20261109T150000Z",
      location: "5 Main Street",
    });
    expect(outlook.origin + outlook.pathname).toBe("https://outlook.live.com/calendar/0/deeplink/compose");
    expect(Object.fromEntries(outlook.searchParams)).toEqual({
      path: "/calendar/action/compose",
      rru: "addevent",
      subject: EVENT.title,
      startdt: "2026-11-09T14:00:00Z",
      enddt: "2026-11-09T15:00:00Z",
      location: "5 Main Street",
    });
  });

  it("leave out a location where there is none", () => {
    const { google, outlook } = linksOf({ location: null });
    expect([google, outlook].map(({ searchParams }) => searchParams.has("location"))).toEqual([false, false]);
  });

  it.each([
    ["an ampersand", "Doe & Sons&location=elsewhere"],
    ["a hash", "Suite #5"],
    ["an equals sign and a question mark", "a=b?c"],
    ["a plus", "+1 212 555 0100"],
    ["a percent sign", "100% %20"],
    ["line breaks", "5 Main Street\nNew York\r\n10001"],
    ["letters of any language", "Straße – Übersée, 東京 ⚖️"],
    ["quotes and brackets", `"<b>'`],
  ])("keep a text with %s whole", (_, text) => {
    const { google, outlook, written } = linksOf({ title: text, location: text });
    expect([google.searchParams.get("text"), google.searchParams.get("location")]).toEqual([text, text]);
    expect([outlook.searchParams.get("subject"), outlook.searchParams.get("location")]).toEqual([text, text]);
    expect([google.hash, outlook.hash]).toEqual(["", ""]);
    for (const link of Object.values(written)) expect(link).toMatch(/^https:[!-~]+$/);
  });

  it("write a space as %20, since Outlook shows a plus", () => {
    const { written } = linksOf({ title: "First meeting" });
    for (const link of Object.values(written)) {
      expect(link).toContain("=First%20meeting");
      expect(link).not.toContain("+");
    }
  });

  it("can be written for a text that is no valid Unicode", () => {
    expect(linksOf({ title: "half \ud83d of a pair" }).google.searchParams.get("text")).toContain("half");
  });

  it.each([
    ["over midnight", "2026-12-31T23:30:00.000Z", 60, "20261231T233000Z/20270101T003000Z"],
    [
      "over New York's change to winter time",
      "2026-11-01T05:30:00.000Z",
      60,
      "20261101T053000Z/20261101T063000Z",
    ],
    [
      "over New York's change to summer time",
      "2026-03-08T06:30:00.000Z",
      90,
      "20260308T063000Z/20260308T080000Z",
    ],
    ["of a whole day", "2028-02-28T05:00:00.000Z", 1_440, "20280228T050000Z/20280229T050000Z"],
  ])("name the times %s in UTC", (_, start_at, duration_min, dates) => {
    const { google, outlook } = linksOf({ start_at, duration_min });
    expect(google.searchParams.get("dates")).toBe(dates);
    const times = ["startdt", "enddt"].map((name) => outlook.searchParams.get(name)?.replace(/[-:]/g, ""));
    expect(times.join("/")).toBe(dates);
  });
});
