import { type Component, parameterOf, propertiesOf } from "./components.rules.ts";
import type { Property } from "./properties.rules.ts";

/** Returns whether the event leaves the member free: shown as free, canceled, or declined by the member. */
export const isFree = (event: Component, email: string | null): boolean =>
  says(wordsOf(event, ["transp"]), ["TRANSPARENT"]) ||
  says(wordsOf(event, ["status"]), ["CANCELLED"]) ||
  says(exchangeWordsOf(event), ["FREE", "WORKINGELSEWHERE"]) ||
  (email !== null && propertiesOf(event, "attendee").some((attendee) => hasDeclined(attendee, email)));

/** Returns whether the words mean no other: one of several may belong to a broken description. */
const says = (words: readonly string[], free: readonly string[]) =>
  words.length > 0 && words.every((word) => free.includes(word));

const wordsOf = (event: Component, names: readonly string[]) =>
  names
    .flatMap((name) => propertiesOf(event, name))
    .map(({ values: [word = ""] }) => word.trim().toUpperCase());

/** Returns the words of Exchange and Outlook for the member's copy, else those that the organizer intends for it. */
const exchangeWordsOf = (event: Component) => {
  const [own, intended] = ["busystatus", "intendedstatus"].map((property) =>
    wordsOf(event, [`x-microsoft-cdo-${property}`, `x-microsoft-msncalendar-${property}`]),
  );
  return own?.length ? own : (intended ?? []);
};

const hasDeclined = (attendee: Property, email: string) =>
  parameterOf(attendee, "partstat").toUpperCase() === "DECLINED" &&
  [attendee.values[0] ?? "", parameterOf(attendee, "email")].map(addressIn).includes(addressIn(email));

const addressIn = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, "");
