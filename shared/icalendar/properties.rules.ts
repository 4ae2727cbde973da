import ICAL from "ical.js";
import { CalendarError, type Line, nameIn } from "./lines.rules.ts";

/** A property of a component. Values that say nothing are left out. */
export type Property = {
  /** In small letters, as those of its parameters. */
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly values: readonly string[];
  readonly line: number;
};

/** The library's design without the values that it converts: it makes `--T::` of a time that it cannot read. */
const DESIGN = { ...ICAL.design.icalendar, value: { text: ICAL.design.icalendar.value.text } };

/** @throws CalendarError */
export const propertyIn = (line: Line): Property => {
  const name = nameIn(line).toLowerCase();
  const property = parsed(readable(name, line.text));
  if (property === null) throw unreadable({ name, line: line.number });
  const values = property.slice(3).map(String);
  return {
    name,
    parameters: property[1],
    values: values.filter((value) => value.trim() !== ""),
    line: line.number,
  };
};

type JCal = readonly [name: string, parameters: Property["parameters"], type: string, ...values: unknown[]];

const parsed = (text: string): JCal | null => {
  try {
    return ICAL.parse.property(text, DESIGN);
  } catch {
    return null;
  }
};

/** The properties whose values have no white space, and no small letters that are not capitals too (RFC 5234 §2.3). */
const EXACT = new Set([
  ...["dtstart", "dtend", "duration", "recurrence-id", "rrule", "exrule", "rdate", "exdate", "freebusy"],
  ...["dtstamp", "sequence", "tzoffsetfrom", "tzoffsetto"],
]);

/** Returns a line as the library reads it. Zones stay as named. */
const readable = (name: string, text: string): string => {
  const line = withQuotedZone(text);
  const [beforeValue = line] = /^[^":]*(?:"[^"]*"[^":]*)*:/.exec(line) ?? [];
  const value = line.slice(beforeValue.length);
  const exact = EXACT.has(name) ? value.replace(/\s/g, "").toUpperCase() : value;
  return withoutBlankParameters(beforeValue) + exact;
};

/** Exchange does not quote a zone's name with a colon, as in `TZID=tzone://Microsoft/Custom`. */
const withQuotedZone = (line: string) =>
  line.replace(/^([A-Z-]+[^:]*;TZID=)([^":;]*:[^";]*)(:\s*[\dP][^:]*)$/i, '$1"$2"$3');

const withoutBlankParameters = (beforeValue: string) => beforeValue.replace(/;[^=;:"]*(?=[;:])/g, "");

/** A time, an offset or a number. Anything else may be somebody's text. */
const SHOWN = /^[\d+\-TZ]{1,60}$/;

/** Returns the error of a value that cannot be read. */
export const unreadable = ({ name, line }: Pick<Property, "name" | "line">, value = ""): CalendarError =>
  new CalendarError(
    `Intake cannot read ${name.toUpperCase()} in line ${line} of the calendar${SHOWN.test(value) ? `: ${value}` : ""}.`,
  );
