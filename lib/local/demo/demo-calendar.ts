/** The calendar of a court, in which the demo firm's attorney has appointments. The firm reads it as a feed. */
export const CALENDAR_PATH = "/demo/calendar.ics";

/** The appointments repeat, so that there are some whenever the service starts. */
const EVENTS = [
  {
    uid: "4711@court.example",
    summary: "Hearing, part 12",
    first: "20260105",
    byDay: "MO,WE",
    start: "110000",
  },
  { uid: "4712@court.example", summary: "Deposition", first: "20260106", byDay: "TU,TH", start: "120000" },
];

export const DEMO_CALENDAR = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Court//Calendar//EN",
  ...EVENTS.flatMap(({ uid, summary, first, byDay, start }) => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260105T120000Z",
    `DTSTART;TZID=America/New_York:${first}T${start}`,
    `DTEND;TZID=America/New_York:${first}T133000`,
    `RRULE:FREQ=WEEKLY;BYDAY=${byDay}`,
    `SUMMARY:${summary}`,
    "END:VEVENT",
  ]),
  "END:VCALENDAR",
  "",
].join("\r\n");
