import { millisecondsInDay } from "date-fns/constants";
import { lastAt } from "../runtime/collections.ts";
import {
  type Component,
  componentsOf,
  FeedError,
  propertiesOf,
  propertyOf,
  quoted,
  textOf,
} from "./feed-file.rules.ts";
import { occurrences, type Steps } from "./feed-recurrence.rules.ts";
import type { RecurrenceRule } from "./feed-rule-parts.rules.ts";
import { lastOf, readWall, type Zone } from "./feed-zone.rules.ts";

/** A change of a zone's offset. */
type Change = { readonly instant: number; readonly from: number; readonly to: number };

/** Returns the zone of a VTIMEZONE; null if it has no offsets. */
export const definedZone = (component: Component, end: number, steps: Steps): Zone | null => {
  const changes = [...componentsOf(component, "standard"), ...componentsOf(component, "daylight")]
    .flatMap((observance) => changesOf(observance, end, steps))
    .toSorted((one, other) => one.instant - other.instant);
  const [first] = changes;
  if (first === undefined) return null;
  return (instant) => lastAt(changes, instant)?.to ?? first.from;
};

const changesOf = (observance: Component, end: number, steps: Steps): Change[] => {
  const from = offsetOf(textOf(observance, "tzoffsetfrom"));
  const to = offsetOf(textOf(observance, "tzoffsetto"));
  const start = readWall(textOf(observance, "dtstart"));
  const dates = propertiesOf(observance, "rdate").flatMap((property) => {
    steps.take(property.length);
    return property.slice(3).map((value) => readWall(String(value)).wall);
  });
  const rule = propertyOf(observance, "rrule")?.[3] as RecurrenceRule | undefined;
  const until = rule?.until === undefined ? Number.POSITIVE_INFINITY : untilOf(String(rule.until), from);
  const last = { start: Math.min(until, end) - RULE_PERIOD, end };
  const repeated = rule ? occurrences(rule, start, last, steps) : [];
  return [start.wall, ...dates, ...repeated]
    .map((wall) => ({ instant: wall - from, from, to }))
    .filter(({ instant }) => instant <= until);
};

/** The window, and more than the time between two changes by a rule, of which the last ones are enough. */
const RULE_PERIOD = 1_500 * millisecondsInDay;

const untilOf = (text: string, offset: number) => {
  const until = readWall(text);
  return until.isUtc ? until.wall : lastOf(until) - offset;
};

const OFFSET = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/;

export const offsetOf = (text: string) => {
  const [, sign, hours, minutes, seconds = "0"] = OFFSET.exec(text) ?? [];
  if (sign === undefined) throw new FeedError(`A time zone's offset cannot be read: ${quoted(text)}.`);
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === "-" ? -size : size) * 1_000;
};
