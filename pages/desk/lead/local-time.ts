import { clockOf } from "../week/half-hours.ts";

/** Returns an instant as a control for date and time has it, `2026-12-01T09:00`; blank for none. */
export const localText = (instant: string, zone: string): string =>
  instant && new Date(clockOf(zone)(Date.parse(instant))).toISOString().slice(0, 16);

/** Returns the first instant at which a zone's clock shows a date and time, or the one after a gap; blank for none. */
export const instantOf = (text: string, zone: string): string => {
  const shown = Date.parse(`${text}Z`);
  if (Number.isNaN(shown)) return "";
  const clock = clockOf(zone);
  const guess = shown - (clock(shown) - shown);
  const found = shown - (clock(guess) - guess);
  return new Date(clock(found) === shown ? found : guess).toISOString();
};
