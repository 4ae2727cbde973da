import ICAL from "ical.js";

/** Returns the properties of the event in a calendar file, as ical.js reads it. */
export const calendarEvent = (file: string): Record<string, string> => {
  const event = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent("vevent");
  const properties = event?.getAllProperties() ?? [];
  return Object.fromEntries(properties.map((property) => [property.name, String(property.getFirstValue())]));
};
