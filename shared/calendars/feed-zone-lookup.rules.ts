import { millisecondsInDay, millisecondsInHour } from "date-fns/constants";
import type { Interval } from "../time/intervals.rules.ts";
import { type Component, componentsOf, textOf } from "./feed-file.rules.ts";
import type { Steps } from "./feed-recurrence.rules.ts";
import { ianaZone, type Zone } from "./feed-zone.rules.ts";
import { definedZone, offsetOf } from "./feed-zone-definition.rules.ts";
import { zoneNamed } from "./feed-zone-names.rules.ts";

type Source = {
  readonly calendars: readonly Component[];
  /** The member's zone, for times without a zone and for zones that nobody knows. */
  readonly timeZone: string;
  readonly window: Interval;
  readonly steps: Steps;
};

/** Instants around the window whose offsets are looked up once. */
const MARGIN = 40 * millisecondsInDay;

/** Returns a function from a TZID to its zone: as the file defines it, else by its name or offset, else the member's. */
export const zonesOf = ({ calendars, timeZone, window, steps }: Source): ((tzid: string) => Zone) => {
  const range = { start: window.start - MARGIN, end: window.end + MARGIN };
  const defined = new Map(
    calendars
      .flatMap((calendar) => componentsOf(calendar, "vtimezone"))
      .map((component) => [bare(textOf(component, "tzid")), component]),
  );
  const named = remembered((name) => ianaZone(name, range));
  const find = remembered((tzid) => {
    steps.take(STEPS_OF_NAME);
    const component = defined.get(tzid);
    const fromFile = component && definedZone(component, range.end, steps);
    return fromFile ?? fixedZone(tzid) ?? named(zoneNamed(tzid) ?? timeZone);
  });
  return (tzid) => find(bare(tzid));
};

/** The time that the runtime takes for a name that it does not know. */
const STEPS_OF_NAME = 20;

const remembered = (find: (name: string) => Zone) => {
  const known = new Map<string, Zone>();
  return (name: string): Zone => {
    const zone = known.get(name) ?? find(name);
    known.set(name, zone);
    return zone;
  };
};

/** A TZID as a parameter and as a property of the zone may be quoted and escaped differently. */
const bare = (tzid: string) => tzid.replace(/["\\]/g, "").trim();

const FIXED = /^(?:GMT|UTC)([+-]\d\d)(?::?([0-5]\d))?$/i;

/** No clock is further ahead of UTC, or behind it. */
const OFFSET_MAXIMUM = 14 * millisecondsInHour;

/** Returns the zone that a TZID such as `GMT+0200` names by its offset. In `Etc/GMT+2`, a zone of IANA, + is west. */
const fixedZone = (tzid: string): Zone | null => {
  const [, hours, minutes = "00"] = FIXED.exec(tzid) ?? [];
  const offset = hours === undefined ? Number.NaN : offsetOf(hours + minutes);
  return Math.abs(offset) <= OFFSET_MAXIMUM ? () => offset : null;
};
