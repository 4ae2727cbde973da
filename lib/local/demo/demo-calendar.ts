/** The calendar of a court, in which the demo firm's attorney has appointments. The firm reads it as a feed. */
export const CALENDAR_PATH = "/demo/calendar.ics";

/** The appointments repeat, so that there are some whenever the service starts. */
const EVENTS = [
  { uid: "4711@court.example", summary: "Hearing, part 12", byDay: "MO,WE", start: "110000", end: "133000" },
  { uid: "4712@court.example", summary: "Deposition", byDay: "TU,TH", start: "120000", end: "133000" },
];

export const DEMO_CALENDAR = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:-//Court//Calendar//EN",
  ...EVENTS.flatMap(({ uid, summary, byDay, start, end }) => [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20260105T120000Z",
    `DTSTART;TZID=America/New_York:20260105T${start}`,
    `DTEND;TZID=America/New_York:20260105T${end}`,
    `RRULE:FREQ=WEEKLY;BYDAY=${byDay}`,
    `SUMMARY:${summary}`,
    "END:VEVENT",
  ]),
  "END:VCALENDAR",
  "",
].join("\r\n");
