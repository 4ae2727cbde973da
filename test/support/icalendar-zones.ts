/** The lines of a zone's definition. A part is `STANDARD -0400 -0500 11 1SU`, or without a month for one that stays. */
export const zone = (tzid: string, ...lines: string[]) => [
  ...["BEGIN:VTIMEZONE", `TZID:${tzid}`],
  ...lines.flatMap((line) => (line.includes(":") ? [line] : part(line))),
  "END:VTIMEZONE",
];

const part = (line: string) => {
  const [name = "", from = "", to = "", month, day] = line.split(" ");
  return [
    ...[`BEGIN:${name}`, "DTSTART:19700101T020000", `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
    ...(month === undefined ? [] : [`RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=${day}`]),
    `END:${name}`,
  ];
};

/** The parts of the zones as they are today. */
export const EASTERN = ["STANDARD -0400 -0500 11 1SU", "DAYLIGHT -0500 -0400 3 2SU"];
export const LONDON = ["STANDARD +0100 +0000 10 -1SU", "DAYLIGHT +0000 +0100 3 -1SU"];
