import { expect, it } from "@jest/globals";
import { plainName, WINDOWS_NAMES, windowsZone } from "../../shared/icalendar/windows-zones.rules.ts";
import { ianaTimeZone } from "../../shared/schema/time.ts";

const rows = WINDOWS_NAMES.trim()
  .split("\n")
  .map((row) => row.split(" = "))
  .map(([zone = "", names = ""]) => ({ zone, names: names.split(" | ") }));

it("knows each zone of Windows under its identifier and its names", () => {
  const unknown = rows.filter(({ zone, names }) => {
    const timeZone = ianaTimeZone(windowsZone(plainName(zone)) ?? zone);
    return (
      timeZone === null || names.some((name) => ianaTimeZone(windowsZone(plainName(name)) ?? "") !== timeZone)
    );
  });
  expect(unknown).toEqual([]);
});

it("has each name once", () => {
  const names = rows.flatMap(({ names }) => names.map(plainName));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

/** Cities that are elsewhere now than Windows' name says, or of another place of that name. */
const ELSEWHERE = ["chihuahua", "la paz", "san juan", "casablanca", "istanbul", "minsk", "urumqi"];

it("puts cities where IANA has them", () => {
  const offsetsOf = (timeZone: string) =>
    [Date.UTC(2027, 0, 15), Date.UTC(2027, 6, 15)].map((instant) =>
      new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }).format(instant),
    );
  const zones = new Map(
    Intl.supportedValuesOf("timeZone").map((name) => [plainName(name.replace(/.*\//, "")), name]),
  );
  const moved = rows
    .flatMap(({ names }) => names.map(plainName))
    .flatMap((name) => name.split(", ").map((city) => ({ city, name })))
    .filter(({ city }) => zones.has(city) && !ELSEWHERE.includes(city))
    .filter(
      ({ city, name }) =>
        String(offsetsOf(zones.get(city) ?? "")) !== String(offsetsOf(windowsZone(name) ?? "")),
    );
  expect(moved).toEqual([]);
});
