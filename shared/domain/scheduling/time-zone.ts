import type { Violation } from "../../contract/app-error.ts";

/** Whether the text is an IANA time zone name; an offset such as `+05:00` is not. */
export const isTimeZone = (text: string): boolean => {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
};

/** The schema rejects non-strings and blank text. */
export const timeZoneViolations = (timeZone: unknown): Violation[] =>
  typeof timeZone !== "string" || timeZone.trim() === "" || isTimeZone(timeZone.trim())
    ? []
    : [{ field: "time_zone", message: "must be an IANA time zone name" }];
