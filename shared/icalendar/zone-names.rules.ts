import { millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import { groupBy } from "../runtime/collections.ts";
import { ianaTimeZone, ianaTimeZones } from "../schema/time.ts";
import { plainName, windowsZone } from "./windows-zones.rules.ts";

/** Returns the IANA zone of an area and place that a TZID is or ends with, as in `/mozilla.org/20050126_1/Europe/Berlin`. */
export const placeNamed = (tzid: string): string | null => {
  const parts = tzid.replaceAll(" ", "_").split("/");
  const ends = [parts.slice(-3), parts.slice(-2)].filter(({ length }) => length > 1);
  return ends.map((end) => ianaTimeZone(end.join("/"))).find((zone) => zone !== null) ?? null;
};

/** Returns the IANA zone of a name without a place: IANA's own, as `EST`, at the end of a path too, or Windows'. */
export const zoneNamed = (name: string): string | null => {
  const plain = withoutOffset(plainName(name));
  const last = name.slice(name.lastIndexOf("/") + 1);
  return ianaTimeZone(last) ?? windowsZone(plain) ?? windowsZone(withoutNumber(plain));
};

const OFFSET_BEFORE = /^\((?:utc|gmt)([^)]*)\)\s*/;

const withoutOffset = (plain: string) => plain.replace(OFFSET_BEFORE, "");

/** Outlook numbers the zones of a file that have the same name, as in `Eastern Standard Time 1`. */
const withoutNumber = (plain: string) => plain.replace(/ \d{1,2}$/, "");

/** The places in a name, with an offset that stands before them, as in `(UTC+01:00) Amsterdam, Berlin, Rom, Wien`. */
export type NamedPlaces = { readonly zones: readonly string[]; readonly offset: number | null };

/** Returns the IANA zones of the cities in a name: of one alone, or of those that a version of Windows lists. */
export const placesNamed = (name: string): NamedPlaces => {
  const plain = plainName(name);
  const [, offset = ""] = OFFSET_BEFORE.exec(plain) ?? [];
  cities ??= groupBy(ianaTimeZones().filter(isOfCity), (zone) =>
    plainName(zone.slice(zone.lastIndexOf("/") + 1)),
  );
  const known = cities;
  const zones = withoutNumber(withoutOffset(plain))
    .split(/, | & /)
    .flatMap((city) => known.get(city) ?? []);
  return { zones, offset: offsetNamed(offset.replace(", ", ":")) };
};

let cities: ReadonlyMap<string, string[]> | null = null;

const CITY = /^(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;
const STATE = /^Australia\/(ACT|LHI|North|NSW|Queensland|South|Tasmania|Victoria|West|Yancowinna)$/;

const isOfCity = (zone: string) => CITY.test(zone) && !STATE.test(zone);

const OFFSET = /^(?:GMT|UTC)? ?([+-])(\d\d?)(?:[:.]?([0-5]\d))?$/i;

/** No clock is further ahead of UTC, or behind it. */
export const OFFSET_MAXIMUM = 14 * millisecondsInHour;

/** Returns the milliseconds of an offset such as `UTC+1`, `GMT+0200` or `Z`. In `Etc/GMT+2`, a zone of IANA, + is west. */
export const offsetNamed = (name: string): number | null => {
  if (/^z$/i.test(name)) return 0;
  const [, sign, hours, minutes = "0"] = OFFSET.exec(name) ?? [];
  const size = Number(hours) * millisecondsInHour + Number(minutes) * millisecondsInMinute;
  if (sign === undefined || size > OFFSET_MAXIMUM) return null;
  return sign === "-" ? -size : size;
};
