import WINDOWS_ZONES from "cldr-core/supplemental/windowsZones.json" with { type: "json" };
import { ianaTimeZone } from "../schema/time.ts";

const WINDOWS = new Map(
  WINDOWS_ZONES.supplemental.windowsZones.mapTimezones
    .filter(({ mapZone }) => mapZone._territory === "001")
    .map(({ mapZone }) => [mapZone._other.toLowerCase(), mapZone._type]),
);

/** Windows' names for people, where they are not the name of a zone with another ending. */
const DISPLAYED: Readonly<Record<string, string>> = {
  arizona: "us mountain standard time",
  alaska: "alaskan standard time",
  hawaii: "hawaiian standard time",
  "coordinated universal time": "utc",
};

/** Returns the IANA zone of a TZID: of its end, as in `/mozilla.org/20050126_1/Europe/Berlin`, or by Windows' name. */
export const zoneNamed = (tzid: string): string | null => {
  const parts = tzid.split("/");
  const ends = parts.slice(-4).map((_, index, { length }) => parts.slice(index - length).join("/"));
  const name = ends.find((end) => ianaTimeZone(end) !== null);
  return name === undefined ? windowsZone(tzid) : ianaTimeZone(name);
};

const windowsZone = (tzid: string) => {
  const name = tzid
    .toLowerCase()
    .replace(/^tzone:\/\/microsoft\//, "")
    .replace(/^\((utc|gmt)[^)]*\) */, "");
  const standard = name
    .replace(/ time \((us & )?canada\)$/, " standard time")
    .replace(/ daylight time$/, " standard time");
  return WINDOWS.get(standard) ?? WINDOWS.get(DISPLAYED[name] ?? "") ?? null;
};
