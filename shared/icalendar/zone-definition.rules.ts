import { millisecondsInDay } from "date-fns/constants";
import { lastAt } from "../runtime/collections.ts";
import { type Component, componentsOf, propertiesOf, requiredOf } from "./components.rules.ts";
import { type Property, unreadable } from "./properties.rules.ts";
import { occurrences, type Steps } from "./recurrence.rules.ts";
import { type RecurrenceRule, ruleOf } from "./rule-parts.rules.ts";
import { lastOf, readWall } from "./values.rules.ts";
import type { Zone } from "./zone.rules.ts";

/** A change of a zone's offset. */
type Change = { readonly instant: number; readonly from: number; readonly to: number };

/**
 * A zone as a VTIMEZONE defines it. It is not whole where it goes to standard time, say, and never comes from there: a
 * program has left out the other part.
 */
export type Definition = { readonly zone: Zone; readonly isWhole: boolean };

/** Returns null for a VTIMEZONE without offsets. */
export const definitionOf = (component: Component, end: number, steps: Steps): Definition | null => {
  const parts = [componentsOf(component, "standard"), componentsOf(component, "daylight")];
  const changes = parts
    .flat()
    .flatMap((observance) => changesOf(observance, end, steps))
    .toSorted((one, other) => one.instant - other.instant);
  const [first] = changes;
  if (first === undefined) return null;
  const isWhole = parts.every(({ length }) => length > 0) || changes.every(({ from, to }) => from === to);
  return { zone: (instant) => lastAt(changes, instant)?.to ?? first.from, isWhole };
};

const changesOf = (observance: Component, end: number, steps: Steps): Change[] => {
  const from = readOffset(requiredOf(observance, "tzoffsetfrom"));
  const to = readOffset(requiredOf(observance, "tzoffsetto"));
  const start = readWall(requiredOf(observance, "dtstart"));
  const dates = propertiesOf(observance, "rdate").flatMap((property) => {
    steps.take(property.values.length);
    return property.values.map((value) => readWall(property, value).wall);
  });
  const [rule] = propertiesOf(observance, "rrule").flatMap((property) => ruleOf(property) ?? []);
  const until = rule === undefined || rule.until === "" ? Number.POSITIVE_INFINITY : untilOf(rule, from);
  const last = { start: Math.min(until, end) - RULE_PERIOD, end };
  const repeated = rule ? occurrences(rule, start, last, steps) : [];
  return [start.wall, ...dates, ...repeated]
    .map((wall) => ({ instant: wall - from, from, to }))
    .filter(({ instant }) => instant <= until);
};

/** The window, and more than the time between two changes by a rule, of which the last ones are enough. */
const RULE_PERIOD = 1_500 * millisecondsInDay;

const untilOf = ({ property, until: text }: RecurrenceRule, offset: number) => {
  const until = readWall(property, text);
  return until.isUtc ? until.wall : lastOf(until) - offset;
};

const readOffset = (property: Property): number => {
  const [text = ""] = property.values;
  const offset = offsetOf(text);
  if (Number.isNaN(offset)) throw unreadable(property, text);
  return offset;
};

const OFFSET = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/;

/** Returns the milliseconds of an offset from UTC; NaN for another text. */
const offsetOf = (text: string): number => {
  const [, sign, hours, minutes, seconds = "0"] = OFFSET.exec(text) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return (sign === "-" ? -size : size) * 1_000;
};
