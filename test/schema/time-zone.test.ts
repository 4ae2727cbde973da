import { describe, expect, it } from "@jest/globals";
import { ianaTimeZone } from "../../shared/schema/time.ts";

describe("ianaTimeZone", () => {
  it.each([
    "UTC",
    "Etc/GMT+5",
    "America/New_York",
    "America/Port-au-Prince",
    "America/Argentina/ComodRivadavia",
    "Asia/Kolkata",
    "Asia/Calcutta",
    "Asia/Ho_Chi_Minh",
    "Europe/Kyiv",
    "Antarctica/DumontDUrville",
    "US/Pacific",
    "NZ-CHAT",
    "GB",
    "W-SU",
    "EST",
    "MST",
    "HST",
    "EST5EDT",
    "MET",
  ])("keeps %s, and finds it in any case", (name) => {
    expect([name, name.toLowerCase(), name.toUpperCase()].map(ianaTimeZone)).toEqual([name, name, name]);
  });

  it("writes every zone that the runtime lists as the runtime does", () => {
    const names = Intl.supportedValuesOf("timeZone");
    expect(names.length).toBeGreaterThan(300);
    expect(names.map((name) => ianaTimeZone(name.toLowerCase()))).toEqual(names);
  });

  it.each([
    "",
    "Berlin",
    "+05:00",
    "05:00",
    "Mars/Olympus",
    "America/New York",
    "UTC+1",
    " UTC",
    "constructor",
    "PST",
    "ist",
    "BST",
    "us/pacific-new",
    "SystemV/EST5",
    "SystemV/AST4ADT",
    "systemv/est5edt",
  ])("returns null for %j", (text) => {
    expect(ianaTimeZone(text)).toBeNull();
  });
});
