import { millisecondsInDay } from "date-fns/constants";
import { groupBy } from "../runtime/collections.ts";
import type { Interval } from "../time/intervals.rules.ts";
import { type OffsetSpan, offsetSpans } from "../time/utc-offset.rules.ts";
import { type Component, componentsOf, textOf } from "./components.rules.ts";
import { CalendarError } from "./lines.rules.ts";
import type { Steps } from "./recurrence.rules.ts";
import { ianaZone, type Zone } from "./zone.rules.ts";
import { type Definition, definitionOf } from "./zone-definition.rules.ts";
import {
  type NamedPlaces,
  OFFSET_MAXIMUM,
  offsetNamed,
  placeNamed,
  placesNamed,
  zoneNamed,
} from "./zone-names.rules.ts";

/** The zones of a calendar by TZID, and that of times without one. */
export type CalendarZones = { readonly named: (tzid: string) => Zone; readonly local: Zone };

/** The zone of times without one, and the zones of a calendar of the file, or of that which a component is in. */
export type FileZones = { readonly local: Zone; readonly zonesOf: (component: Component) => CalendarZones };

type Source = {
  readonly calendars: readonly Component[];
  /** The member's zone, for times without a zone. */
  readonly timeZone: string;
  readonly window: Interval;
  readonly steps: Steps;
};

/** Instants around the window whose offsets are looked up once. */
const MARGIN = 40 * millisecondsInDay;

/**
 * Returns the zones of a file. A zone is what its IANA name of area and place means in our own table,
 * since programs write rules that are out of date; else what the calendar defines; else what its name means otherwise;
 * else what another calendar of the file defines. One that nobody knows fails when it is asked for a time in the window.
 */
export const fileZones = ({ calendars, timeZone, window, steps }: Source): FileZones => {
  const range = { start: window.start - MARGIN, end: window.end + MARGIN };
  const iana = remembered((name: string) => ianaZone(name, range));
  const { placed, meant } = meanings(iana, range, steps);
  const defined = definitions(range.end, steps);
  const everywhere = groupBy(calendars.flatMap(definitionsIn), tzidOf);
  const find = (tzid: string, own: readonly Component[]): Zone => {
    const names = [tzid, ...own.map(locationOf)].filter((name) => name !== "");
    const place = firstOf(names, placed);
    if (place !== null) return place;
    const definition = defined(own);
    if (definition?.isWhole) return definition.zone;
    const elsewhere = () => defined(everywhere.get(tzid) ?? []);
    return firstOf(names, meant) ?? (definition ?? elsewhere())?.zone ?? unknownZone(tzid, window);
  };
  const local = iana(timeZone);
  const zonesIn = remembered((calendar: Component): CalendarZones => {
    const own = groupBy(definitionsIn(calendar), tzidOf);
    const zone = remembered((tzid: string) => find(tzid, own.get(tzid) ?? []));
    return { named: (tzid) => zone(bare(tzid)), local };
  });
  const owners = new Map(
    calendars.flatMap((calendar) => calendar.components.map((component) => [component, calendar] as const)),
  );
  return { local, zonesOf: (component) => zonesIn(owners.get(component) ?? component) };
};

const remembered = <Key, Value>(find: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const entry = known.get(key) ?? { value: find(key) };
    known.set(key, entry);
    return entry.value;
  };
};

const firstOf = (names: readonly string[], find: (name: string) => Zone | null): Zone | null => {
  for (const name of names) {
    const zone = find(name);
    if (zone !== null) return zone;
  }
  return null;
};

const definitionsIn = (calendar: Component) => componentsOf(calendar, "vtimezone");

/** A TZID as a parameter and as a property of the zone may be quoted and escaped differently. */
const bare = (tzid: string) => tzid.replace(/["\\]/g, "").trim();

const tzidOf = (component: Component) => bare(textOf(component, "tzid"));

const locationOf = (component: Component) => bare(textOf(component, "x-lic-location"));

/**
 * Returns a function from the definitions of a TZID to the last of them. Two that differ are not whole, as those of Outlook
 * for members in Denver and in Arizona. Equal ones are read once: each event of a file may be in a calendar of its own.
 */
const definitions = (end: number, steps: Steps) => {
  const known = new Map<string, Definition | null>();
  return (components: readonly Component[]): Definition | null => {
    const component = components.at(-1);
    if (component === undefined) return null;
    const [text = "", ...others] = new Set(components.map(textIn).toReversed());
    const definition = known.get(text) ?? definitionOf(component, end, steps);
    known.set(text, definition);
    return definition && { ...definition, isWhole: definition.isWhole && others.length === 0 };
  };
};

/** Returns what a component says, wherever it stands in the file. */
const textIn = (component: Component) =>
  JSON.stringify(component, (key, value) => (key === "line" ? undefined : value));

/** The times that the runtime takes for a name that it does not know, and for the clock of a place. */
const STEPS = { name: 20, clock: 500 };

/** Returns functions from a name to its zone: by its area and place, and by everything else. */
const meanings = (iana: (name: string) => Zone, range: Interval, steps: Steps) => {
  const lookUp = (find: (name: string) => string | null) => (name: string) => {
    steps.take(STEPS.name);
    const found = find(name);
    return found === null ? null : iana(found);
  };
  const clockOf = remembered((zone: string) => {
    steps.take(STEPS.clock);
    return { zone, spans: offsetSpans(zone, range) };
  });
  const named = lookUp((name) => zoneNamed(name) ?? sharedZone(placesNamed(name), clockOf));
  return {
    placed: remembered(lookUp(placeNamed)),
    meant: remembered((name: string): Zone | null => {
      const offset = offsetNamed(name);
      return offset === null ? named(name) : () => offset;
    }),
  };
};

/** A zone's offsets in the range of a file. */
type Clock = { readonly zone: string; readonly spans: readonly OffsetSpan[] };

/** Returns one of the zones of some cities, if all have the same clock, and the offset that stands before them. */
const sharedZone = ({ zones, offset }: NamedPlaces, clockOf: (zone: string) => Clock): string | null => {
  const fitting = zones
    .map(clockOf)
    .filter(
      ({ spans }) => offset === null || spans.some(({ offsetMilliseconds }) => offsetMilliseconds === offset),
    );
  const [first, ...others] = new Map(
    fitting.map(({ zone, spans }) => [JSON.stringify(spans), zone]),
  ).values();
  return first !== undefined && others.length === 0 ? first : null;
};

const NAME_CHARACTERS = 60;

/** Returns a stand-in for a zone that nobody knows, which fails for a time that may be in the window, whatever its clock. */
const unknownZone =
  (tzid: string, window: Interval): Zone =>
  (instant) => {
    if (instant + OFFSET_MAXIMUM < window.start || instant - OFFSET_MAXIMUM > window.end) return 0;
    const name = [...tzid.replace(/\p{C}/gu, "?")].slice(0, NAME_CHARACTERS).join("");
    throw new CalendarError(`The calendar has a time in a zone that Intake does not know: "${name}".`);
  };
