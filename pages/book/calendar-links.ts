import type { Appointment } from "./link-api.ts";

type CalendarEvent = Pick<Appointment, "start_at" | "duration_min" | "location"> & { readonly title: string };

/** Returns the addresses at which Google Calendar and Outlook open a new entry for an event. They name nothing else. */
export const calendarLinks = ({ title, start_at, duration_min, location }: CalendarEvent) => {
  const start = Date.parse(start_at);
  const [from, to] = [utc(start), utc(start + duration_min * 60_000)];
  const place: Readonly<Record<string, string>> = location === null ? {} : { location };
  return {
    google: address("https://calendar.google.com/calendar/render", {
      action: "TEMPLATE",
      text: title,
      dates: `${basic(from)}/${basic(to)}`,
      ...place,
    }),
    outlook: address("https://outlook.live.com/calendar/0/deeplink/compose", {
      path: "/calendar/action/compose",
      rru: "addevent",
      subject: title,
      startdt: from,
      enddt: to,
      ...place,
    }),
  };
};

/** `2026-11-09T14:00:00Z` */
const utc = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/\.\d+/, "");

/** `20261109T140000Z` */
const basic = (instant: string) => instant.replace(/[-:]/g, "");

/** Writes a space as `%20`, since Outlook shows a `+` as it is. */
const address = (page: string, parameters: Readonly<Record<string, string>>) =>
  `${page}?${String(new URLSearchParams(parameters)).replaceAll("+", "%20")}`;
