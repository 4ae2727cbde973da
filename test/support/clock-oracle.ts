import { millisecondsInHour } from "date-fns/constants";

const QUARTER = millisecondsInHour / 4;

/** Returns the instant at which a zone's clock shows a time, `2027-06-01 12:00`, as the runtime formats instants. */
export const instantByFormat = (wall: string, timeZone: string): string => {
  const format = new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" });
  const utc = Date.parse(`${wall.replace(" ", "T")}:00Z`);
  const candidates = Array.from({ length: 14 * 8 + 1 }, (_, index) => utc + (index - 14 * 4) * QUARTER);
  const instant = candidates.find((candidate) => format.format(candidate) === wall);
  return new Date(instant ?? Number.NaN).toISOString().slice(0, 16);
};
