import type { Violation } from "../../contract/app-error.ts";

/** Whether a text names a zone of the IANA time zone database; offsets such as `+05:00` are no names. */
export const isTimeZone = (text: string): boolean => {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
};

/** What is no text at all, or blank, is the schema's to refuse. */
export const timeZoneViolations = (timeZone: unknown): Violation[] =>
  typeof timeZone !== "string" || timeZone.trim() === "" || isTimeZone(timeZone.trim())
    ? []
    : [{ field: "time_zone", message: "must be an IANA time zone name" }];
