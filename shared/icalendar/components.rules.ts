import { CalendarError, type Line, linesOf, nameIn } from "./lines.rules.ts";
import { type Property, propertyIn } from "./properties.rules.ts";

/** A component of a file, with the number of the line at which it begins. The name is in small letters. */
export type Component = {
  readonly name: string;
  readonly line: number;
  readonly properties: readonly Property[];
  readonly components: readonly Component[];
};

export const propertiesOf = ({ properties }: Component, name: string): Property[] =>
  properties.filter((property) => property.name === name);

export const propertyOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name);

/** Returns a property's first value as text; empty where it is missing. */
export const textOf = (component: Component, name: string): string =>
  (propertyOf(component, name)?.values[0] ?? "").trim();

/** Returns a parameter as text; empty where it is missing. */
export const parameterOf = (property: Property | undefined, name: string): string =>
  String(property?.parameters[name] ?? "").trim();

export const componentsOf = ({ components }: Component, name: string): Component[] =>
  components.filter((component) => component.name === name);

/**
 * Returns a property that a component must have.
 * @throws CalendarError
 */
export const requiredOf = (component: Component, name: string): Property => {
  const property = propertyOf(component, name);
  if (property !== undefined) return property;
  const [owner, missing] = [component.name, name].map((each) => each.toUpperCase());
  throw new CalendarError(`The ${owner} in line ${component.line} of the calendar has no ${missing}.`);
};

/** The properties that say when somebody is busy. Errors in other lines, such as a description's, do not matter. */
const READ = new Set([
  ...["UID", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID", "RRULE", "RDATE"],
  ...["FREEBUSY", "TZID", "X-LIC-LOCATION", "TZOFFSETFROM", "TZOFFSETTO"],
]);

/**
 * The properties that may free somebody, and do not where they cannot be read. Their names count in capitals only, as
 * programs write them: a note that was broken into lines has `Status: cancelled`.
 */
const FREEING = new Set([
  ...["STATUS", "TRANSP", "ATTENDEE", "SEQUENCE", "DTSTAMP", "EXDATE", "EXRULE"],
  ...["X-MICROSOFT-CDO-BUSYSTATUS", "X-MICROSOFT-CDO-INTENDEDSTATUS"],
  ...["X-MICROSOFT-MSNCALENDAR-BUSYSTATUS", "X-MICROSOFT-MSNCALENDAR-INTENDEDSTATUS"],
]);

/** A line of a broken description may begin alike, such as `End: 11 am`. */
const BOUNDARY = /^(BEGIN|END):([a-z][^\s:;]*)$/i;

const isRead = (line: Line) => {
  const name = nameIn(line);
  const capitals = name.toUpperCase();
  if (capitals === "BEGIN" || capitals === "END") return BOUNDARY.test(line.text);
  if (name === "ATTENDEE") return /;PARTSTAT="?DECLINED/i.test(line.text);
  return FREEING.has(name) || (READ.has(capitals) && !isLength(line));
};

/** Returns whether a line is one of a broken note, such as `Duration: 1 hour`. */
const isLength = ({ text }: Line) => /^duration:\s*[^\sp+-]/i.test(text) && !text.startsWith("DURATION");

/** The parser takes the square of a line's length where it has many parameters. */
const LINE_CHARACTERS = 32_000;

/**
 * Returns the calendars in a file's bytes, with what matters of them.
 * @throws CalendarError
 */
export const calendarsOf = (file: Uint8Array): Component[] => {
  const lines = linesOf(file);
  const first = lines[0]?.text ?? "";
  if (!/^BEGIN:VCALENDAR$/i.test(first)) throw new CalendarError(notACalendar(first));
  const read = lines.filter(isRead);
  const long = read.find(({ text }) => text.length > LINE_CHARACTERS);
  if (long !== undefined)
    throw new CalendarError(`Line ${long.number} of the calendar is too long to be read.`);
  return componentsIn(withoutStrayBeginnings(read));
};

const notACalendar = (line: string) => {
  if (line === "") return "The address answers with an empty file.";
  return line.trimStart().startsWith("<")
    ? "The address answers with a web page, not with a calendar. Use the calendar's address in iCal format."
    : "The address answers with a file that is not a calendar. Use the calendar's address in iCal format.";
};

/** The components of iCalendar. Without them, busy times would be missing or others. */
const COMPONENT = /^BEGIN:(V(CALENDAR|EVENT|TODO|JOURNAL|FREEBUSY|TIMEZONE|ALARM)|STANDARD|DAYLIGHT|X-.+)$/i;

/** Returns the lines without the beginnings that have no end in the file, such as `Begin:noon` of a broken description. */
const withoutStrayBeginnings = (lines: readonly Line[]): Line[] => {
  const ended = new Set(lines.map(({ text }) => /^END:(.*)/i.exec(text)?.[1]?.toLowerCase()));
  return lines.filter(({ text }) => {
    const [, name] = /^BEGIN:(.*)/i.exec(text) ?? [];
    return name === undefined || COMPONENT.test(text) || ended.has(name.toLowerCase());
  });
};

/** More than any calendar has, so that a search among the open components is short. */
const OPEN_MAXIMUM = 20;

/** A component that has no end yet. */
type Open = Component & { readonly properties: Property[]; readonly components: Component[] };

/**
 * Returns the outermost components. Leaves out the ends of components that are not open, such as `End:noon` of a broken
 * description.
 * @throws CalendarError if components are not closed in turn, or if something is where it is not read
 */
const componentsIn = (lines: readonly Line[]): Component[] => {
  const outermost: Component[] = [];
  const open: Open[] = [];
  for (const line of lines) {
    const [, word, name = ""] = BOUNDARY.exec(line.text)?.map((text) => text.toLowerCase()) ?? [];
    if (word === "begin") begin({ name, line: line.number, properties: [], components: [] }, open, outermost);
    else if (word === "end") end(name, open);
    else addProperty(line, open);
  }
  if (open.length > 0) throw notComplete();
  return outermost;
};

/** The components that are read directly in a calendar, and would be missing without notice elsewhere. */
const PLACED = new Set(["vevent", "vfreebusy", "vtimezone"]);

const isMisplaced = (name: string, open: readonly Open[]) =>
  PLACED.has(name) && !(open.length === 1 && open[0]?.name === "vcalendar");

const begin = (component: Open, open: Open[], outermost: Component[]) => {
  const siblings = open.at(-1)?.components ?? outermost;
  if (isMisplaced(component.name, open) || open.push(component) > OPEN_MAXIMUM) throw notComplete();
  siblings.push(component);
};

/** Ends the innermost component, if one of this name is open. */
const end = (name: string, open: Open[]) => {
  if (open.some((component) => component.name === name) && open.pop()?.name !== name) throw notComplete();
};

const notComplete = () => new CalendarError("The calendar is not complete.");

const addProperty = (line: Line, open: readonly Open[]) => {
  const component = open.at(-1);
  if (component === undefined) throw notComplete();
  const property = FREEING.has(nameIn(line)) ? optionalIn(line) : propertyIn(line);
  if (property !== null && isKept(property)) component.properties.push(property);
};

const optionalIn = (line: Line): Property | null => {
  try {
    return propertyIn(line);
  } catch {
    return null;
  }
};

/**
 * Properties that matter without a value. An attendee may be named by a parameter alone. The others cannot be read then:
 * without them, the event would be shorter, or take the place of its series.
 */
const KEPT_BLANK = new Set(["attendee", "dtend", "duration", "recurrence-id"]);

const isKept = ({ name, values }: Property) => values.length > 0 || KEPT_BLANK.has(name);
