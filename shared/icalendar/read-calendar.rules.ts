import { groupBy } from "../runtime/collections.ts";
import { type Interval, merge, overlaps, subtract } from "../time/intervals.rules.ts";
import {
  type Component,
  calendarsOf,
  componentsOf,
  parameterOf,
  propertiesOf,
  textOf,
} from "./components.rules.ts";
import { type CalendarReader, periodOf } from "./event-timing.rules.ts";
import { CalendarError } from "./lines.rules.ts";
import { stepCounter } from "./recurrence.rules.ts";
import { seriesTimes } from "./series.rules.ts";
import { lengthOf } from "./values.rules.ts";
import { fileZones } from "./zone-lookup.rules.ts";

/** A busy time in a calendar. The UID is that of its event; null where the calendar has none. */
export type CalendarTime = Interval & { readonly uid: string | null };

/** The busy times, or a sentence for the people of the firm that says why there are none. */
type CalendarReading = { readonly busy: readonly CalendarTime[] } | { readonly error: string };

type Member = {
  /** An IANA zone, for all-day events and for times without a zone. */
  readonly timeZone: string;
  readonly email: string | null;
};

const TIMES_MAXIMUM = 2_000;

/**
 * Reads the bytes of an iCalendar file. Returns the busy times that overlap a window, as the file has them and not cut, by
 * start. The same time with the same UID appears once. Fails as a whole when one event cannot be read: times that are
 * missing without notice would be booked.
 */
export const readCalendar = (
  file: Uint8Array,
  { timeZone, email, window }: Member & { readonly window: Interval },
): CalendarReading => {
  try {
    const calendars = calendarsOf(file);
    const steps = stepCounter();
    const zones = fileZones({ calendars, timeZone, window, steps });
    const reader = { ...zones, email, window, steps };
    return { busy: busyTimes(calendars, reader) };
  } catch (error) {
    if (error instanceof CalendarError) return { error: error.message };
    return { error: "Intake cannot read the calendar: its file breaks the rules of the iCalendar format." };
  }
};

const busyTimes = (calendars: readonly Component[], reader: CalendarReader): CalendarTime[] => {
  const times = within(reader.window, eventTimes(calendars, reader));
  const periods = within(reader.window, freeBusyTimes(calendars, reader));
  return within(reader.window, [...times, ...withoutTimes(periods, times)]);
};

const eventTimes = (calendars: readonly Component[], reader: CalendarReader): CalendarTime[] => {
  const events = calendars.flatMap((calendar) => componentsOf(calendar, "vevent"));
  const groups = groupBy(events, (event) => textOf(event, "uid") || event);
  return [...groups].flatMap(([key, group]) => {
    reader.steps.take(1);
    const uid = typeof key === "string" ? key : null;
    return seriesTimes(group, reader).map((time) => ({ ...time, uid }));
  });
};

const freeBusyTimes = (calendars: readonly Component[], { zonesOf }: CalendarReader): CalendarTime[] =>
  calendars.flatMap((calendar) => {
    const zones = zonesOf(calendar);
    return componentsOf(calendar, "vfreebusy")
      .flatMap((component) => propertiesOf(component, "freebusy"))
      .filter((property) => parameterOf(property, "fbtype").toUpperCase() !== "FREE")
      .flatMap((property) => property.values.map((value) => periodOf(property, value, zones, zones.local)))
      .map(({ instant, span }) => ({ start: instant, end: instant + lengthOf(span), uid: null }));
  });

/** Returns what of the periods is no event's time, since the event's UID says more: it may be that of a consultation. */
const withoutTimes = (periods: readonly CalendarTime[], times: readonly CalendarTime[]): CalendarTime[] => {
  const known = merge(times);
  return periods.flatMap((period) => {
    const removed = known.filter((time) => overlaps(time, period));
    return subtract([period], removed).map((rest) => ({ ...rest, uid: null }));
  });
};

const within = (window: Interval, times: readonly CalendarTime[]): CalendarTime[] => {
  const found = new Map(
    times
      .filter((time) => overlaps(time, window))
      .map((time) => [`${time.start} ${time.end} ${time.uid}`, time]),
  );
  if (found.size > TIMES_MAXIMUM)
    throw new CalendarError("The calendar has more than 2,000 busy times within the next 180 days.");
  return [...found.values()].toSorted((one, other) => one.start - other.start || one.end - other.end);
};
