import ICAL from "ical.js";

/** A reason why a feed's busy times are not known. The message is a sentence for the people of the firm. */
export class FeedError extends Error {}

/** A property in jCal, the JSON form of iCalendar (RFC 7265): name, parameters, type, values. */
export type Property = readonly [
  name: string,
  parameters: Readonly<Record<string, unknown>>,
  type: string,
  ...values: readonly unknown[],
];

/** A component in jCal. */
export type Component = readonly [
  name: string,
  properties: readonly Property[],
  components: readonly Component[],
];

export const propertiesOf = ([, properties]: Component, name: string): Property[] =>
  properties.filter((property) => property[0] === name);

export const propertyOf = ([, properties]: Component, name: string): Property | undefined =>
  properties.find((property) => property[0] === name);

/** Returns a property's first value as text; empty where it is missing. */
export const textOf = (component: Component, name: string): string =>
  String(propertyOf(component, name)?.[3] ?? "").trim();

/** Returns a parameter as text; empty where it is missing. */
export const parameterOf = (property: Property | undefined, name: string): string =>
  String(property?.[1][name] ?? "").trim();

export const componentsOf = ([, , components]: Component, name: string): Component[] =>
  components.filter((component) => component[0] === name);

/** The properties that say when somebody is busy. Errors in other lines, such as a description's, do not matter. */
const READ = new Set([
  ...["UID", "DTSTART", "DTEND", "DURATION", "RECURRENCE-ID", "RRULE", "RDATE", "EXDATE"],
  ...["STATUS", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS", "X-MICROSOFT-MSNCALENDAR-BUSYSTATUS", "FREEBUSY"],
  ...["TZID", "TZOFFSETFROM", "TZOFFSETTO"],
]);

const LINE = /^([a-z0-9-]+)[:;]/i;

const nameOf = (line: string) => LINE.exec(line)?.[1]?.toUpperCase() ?? "";

/** A line of a broken description may begin alike, such as `End: 11 am`. */
const BOUNDARY = /^(BEGIN|END):([a-z][^\s:;]*)$/i;

const isRead = (line: string) => {
  const name = nameOf(line);
  if (name === "BEGIN" || name === "END") return BOUNDARY.test(line);
  return READ.has(name) || (name === "ATTENDEE" && /;PARTSTAT="?DECLINED/i.test(line));
};

/** Exchange does not quote a zone's name with a colon, as in `TZID=tzone://Microsoft/Custom`. */
const withQuotedZone = (line: string) =>
  line.replace(/^([A-Z-]+[^:]*;TZID=)([^":;]*:[^";]*)(:[\dP][^:]*)$/i, '$1"$2"$3');

const WITH_CAPITALS = new Set([
  ...["DTSTART", "DTEND", "DURATION", "RECURRENCE-ID", "RRULE", "RDATE", "EXDATE", "FREEBUSY"],
]);

/** A small letter of a time or a rule means its capital (RFC 5234 §2.3), which the parser requires. Zones stay as named. */
const withCapitals = (line: string) => {
  if (!WITH_CAPITALS.has(nameOf(line))) return line;
  const [beforeValue] = /^(?:[^":]|"[^"]*")*:/.exec(line) ?? [line];
  return beforeValue + line.slice(beforeValue.length).toUpperCase();
};

/** The parser takes the square of a line's length where it has many parameters. */
const LINE_CHARACTERS = 32_000;

/**
 * Returns the calendars in a file's bytes, with what matters of them.
 * @throws FeedError
 */
export const calendarsOf = (file: Uint8Array): Component[] => {
  const lines = linesOf(file);
  if (!/^BEGIN:VCALENDAR$/i.test(lines[0] ?? "")) throw new FeedError(notACalendar(lines[0] ?? ""));
  const read = lines.filter(isRead);
  if (read.some(({ length }) => length > LINE_CHARACTERS))
    throw new FeedError("The calendar has a line that is too long to be read.");
  const placed = withoutStrayEnds(withoutStrayBeginnings(read));
  const readable = placed.filter((line) => !(nameOf(line) === "ATTENDEE" && isUnreadable(line)));
  const parsed: Component | Component[] = parse(readable.map(withQuotedZone).map(withCapitals));
  return isComponent(parsed) ? [parsed] : parsed;
};

/** The components of iCalendar. Without them, busy times would be missing or others. */
const COMPONENT = /^BEGIN:(V(CALENDAR|EVENT|TODO|JOURNAL|FREEBUSY|TIMEZONE|ALARM)|STANDARD|DAYLIGHT|X-.+)$/i;

/** Returns the lines without the beginnings that have no end in the file, such as `Begin:noon` of a broken description. */
const withoutStrayBeginnings = (lines: readonly string[]): string[] => {
  const ended = new Set(lines.map((line) => /^END:(.*)/i.exec(line)?.[1]?.toUpperCase()));
  return lines.filter((line) => {
    const [, name] = /^BEGIN:(.*)/i.exec(line) ?? [];
    return name === undefined || COMPONENT.test(line) || ended.has(name.toUpperCase());
  });
};

/** The components that are read directly in a calendar, and would be missing without notice elsewhere. */
const PLACED = new Set(["VEVENT", "VFREEBUSY", "VTIMEZONE"]);

/** More than any calendar has, so that a search among the open components is short. */
const OPEN_MAXIMUM = 20;

/**
 * Returns the lines without the ends of components that are not open, such as `End:noon` of a broken description. The
 * parser takes each END for that of the component that is open.
 * @throws FeedError if components are not closed in turn, or if one is where it is not read
 */
const withoutStrayEnds = (lines: readonly string[]): string[] => {
  const open: string[] = [];
  return lines.filter((line) => {
    const [, word, name] = BOUNDARY.exec(line)?.map((text) => text.toUpperCase()) ?? [];
    if (name === undefined) return true;
    if (word === "END") return closes(name, open);
    if (isMisplaced(name, open) || open.push(name) > OPEN_MAXIMUM) throw notComplete();
    return true;
  });
};

/** Closes the innermost component. Returns false if none of this name is open. */
const closes = (name: string, open: string[]): boolean => {
  if (!open.includes(name)) return false;
  if (open.pop() !== name) throw notComplete();
  return true;
};

const isMisplaced = (name: string, open: readonly string[]) =>
  PLACED.has(name) && !(open.length === 1 && open[0] === "VCALENDAR");

const notComplete = (cause?: unknown) => new FeedError("The calendar is not complete.", { cause });

const isComponent = (parsed: Component | Component[]): parsed is Component => typeof parsed[0] === "string";

/** Unfolds before decoding, since a line may be folded between the bytes of one character. */
const linesOf = (file: Uint8Array) => {
  const bytes = Buffer.from(file)
    .toString("latin1")
    .replace(/^\xEF\xBB\xBF/, "");
  const lines = bytes.includes("\n") ? bytes.replaceAll("\r", "") : bytes.replaceAll("\r", "\n");
  return Buffer.from(lines.replace(/\n[ \t]/g, ""), "latin1")
    .toString("utf8")
    .split("\n")
    .map((line) => line.trimEnd())
    .filter((line) => line !== "");
};

const notACalendar = (line: string) => {
  if (line === "") return "The address answers with an empty file.";
  return line.trimStart().startsWith("<")
    ? "The address answers with a web page, not with a calendar. Use the calendar's address in iCal format."
    : "The address answers with a file that is not a calendar. Use the calendar's address in iCal format.";
};

const parse = (lines: readonly string[]) => {
  try {
    return ICAL.parse(lines.join("\n"));
  } catch (error) {
    const line = lines.find(isUnreadable);
    if (line !== undefined)
      throw new FeedError(`The calendar has a line that Intake cannot read: ${shown(line)}.`);
    throw notComplete(error);
  }
};

const isUnreadable = (line: string) => {
  if (/^(BEGIN|END):/i.test(line)) return false;
  try {
    ICAL.parse.property(line);
    return false;
  } catch {
    return true;
  }
};

/** A UID may hold names and addresses of others. */
const shown = (line: string) => (nameOf(line) === "UID" ? "its name is UID" : quoted(line));

/** Returns a part of the file for a message. No line that is quoted has a title, a note or a person. */
export const quoted = (text: string): string => `"${text.replace(/[^\x20-\x7E]/g, "?").slice(0, 80)}"`;
