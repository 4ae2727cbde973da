import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { shownNumber } from "../../../pages/book/contact-number.ts";
import {
  distinctZones,
  includesVisitors,
  otherZones,
  zoneLabel,
  zonesOf,
} from "../../../pages/shared/time-zones.ts";

const START = "2026-03-03T00:30:00.000Z";

/** Lets the browser report a zone as the visitor's, instead of the tests' own. */
const visitFrom = (timeZone: string) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  jest.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    const options = resolvedOptions.call(this);
    return options.timeZone === process.env.TZ ? { ...options, timeZone } : options;
  });
};

afterEach(() => {
  jest.restoreAllMocks();
});

describe("the name of a zone with its city", () => {
  it.each([
    ["en", "America/New_York", "Eastern Time – New York"],
    ["de", "America/Argentina/Buenos_Aires", "Argentinische Normalzeit – Buenos Aires"],
    ["fr", "Europe/Berlin", "heure d’Europe centrale – Berlin"],
    ["de", "UTC", "Koordinierte Weltzeit"],
    ["en", "Asia/Calcutta", "India Standard Time – Kolkata"],
    ["en", "Asia/Kolkata", "India Standard Time – Kolkata"],
    ["en", "Europe/Kiev", "Eastern European Time – Kyiv"],
    ["fr", "Asia/Saigon", "heure d’Indochine – Ho Chi Minh"],
  ])("is in the language of the page: %s, %s", (locale, zone, expected) => {
    expect(zoneLabel(locale, zone, START)).toBe(expected);
  });

  it("has no name that a city has no longer", () => {
    const labels = otherZones([]).map((zone) => zoneLabel("en", zone, START));
    expect(
      labels.filter((label) => /Calcutta|Kiev|Katmandu|Rangoon|Saigon|Godthab|Faeroe/.test(label)),
    ).toEqual([]);
    expect(new Set(labels).size).toBe(labels.length);
  });
});

describe("a choice of zones", () => {
  it("has a zone once, by the name that comes first", () => {
    expect(distinctZones(["Asia/Kolkata", "Asia/Calcutta", "UTC", "Etc/UTC", "UTC"])).toEqual([
      "Asia/Kolkata",
      "UTC",
    ]);
  });

  it.each(["Asia/Kolkata", "Asia/Calcutta", "Etc/UTC"])("does not offer %s again by another name", (zone) => {
    const others = otherZones([zone]);
    expect(others.length).toBeGreaterThan(400);
    expect(distinctZones([zone, ...others])).toEqual([zone, ...others]);
  });
});

describe("the zones of a country", () => {
  it.each([
    ["US", "America/Chicago", true],
    ["US", "Europe/Berlin", false],
    ["IN", "Asia/Kolkata", true],
    ["UA", "Europe/Kyiv", true],
    ["DE", "Europe/Zurich", false],
  ])("of %s are the visitor's in %s: %s", (country, zone, isVisitors) => {
    visitFrom(zone);
    expect(includesVisitors(zonesOf(country))).toBe(isVisitors);
  });

  it("are none where the browser or the service does not know them", () => {
    expect(zonesOf(undefined as never)).toEqual([]);
    expect(includesVisitors([])).toBe(false);
  });
});

describe("the firm's number", () => {
  const firm = { name: "Doe", time_zone: "America/New_York", country: "US" };
  const text = { national: "(212) 555-0100", international: "+1 212 555 0100" };

  it.each([
    ["America/New_York", text, "(212) 555-0100"],
    ["Pacific/Honolulu", text, "(212) 555-0100"],
    ["Europe/Berlin", text, "+1 212 555 0100"],
    ["America/New_York", { ...text, national: null }, "+1 212 555 0100"],
    ["America/New_York", null, "+12125550100"],
    ["America/New_York", undefined as never, "+12125550100"],
  ])("is written for a visitor in %s, known as %j, as %s", (zone, contact_phone_text, shown) => {
    visitFrom(zone);
    expect(shownNumber({ firm, contact_phone: "+12125550100", contact_phone_text })).toBe(shown);
  });
});
