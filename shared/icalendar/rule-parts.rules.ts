import ICAL from "ical.js";
import { type Property, unreadable } from "./properties.rules.ts";

/** A rule's parts as the parser returns them: in small letters, with a list where a part has several values. */
export type RuleParts = Readonly<Record<string, unknown>>;

/** A rule of recurrence, and the text of its UNTIL: empty where it has no end. */
export type RecurrenceRule = {
  readonly property: Property;
  readonly parts: RuleParts;
  readonly until: string;
};

const NO_VALUE = /^[^=]*=?$/;

/** Returns whether a rule has a part without a value: it would bound the rule if it had one. */
export const hasBlankPart = ({ values: [text = ""] }: Property): boolean =>
  text.split(";").some((part) => part !== "" && NO_VALUE.test(part));
const UNTIL = /^UNTIL=/;

/**
 * Returns the rule in a property, without the parts that say nothing; null if none says anything. The parser is not asked
 * about UNTIL, because it makes a date of any text.
 * @throws CalendarError
 */
export const ruleOf = (property: Property): RecurrenceRule | null => {
  const texts = (property.values[0] ?? "").split(";").filter((part) => !NO_VALUE.test(part));
  if (texts.length === 0) return null;
  const until = texts.find((part) => UNTIL.test(part))?.replace(UNTIL, "") ?? "";
  return {
    property,
    parts: partsIn(
      property,
      texts.filter((part) => !UNTIL.test(part)),
    ),
    until,
  };
};

const partsIn = (property: Property, texts: readonly string[]): RuleParts => {
  try {
    return ICAL.design.icalendar.value.recur.fromICAL(texts.join(";"));
  } catch {
    throw unreadable(property);
  }
};

export const textsIn = (parts: RuleParts, part: string): string[] =>
  part in parts ? [parts[part]].flat().map(String) : [];

export const numbersIn = (parts: RuleParts, part: string): number[] => textsIn(parts, part).map(Number);
