import { findConsultationType } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { slotOf } from "../time/intervals.rules.ts";
import type { Consultation } from "./consultation.rules.ts";

type Shown = Pick<
  Consultation,
  "id" | "type" | "status" | "startAt" | "durationMinutes" | "location" | "revision"
>;

type Named = {
  readonly consultation: Pick<Shown, "type">;
  readonly settings: Pick<FirmSettings, "name" | "consultationTypes">;
  /** The person whom the reader of the calendar meets. */
  readonly person: string;
};

type Appointment = Named & {
  readonly consultation: Shown;
  /** The ISO-8601 UTC instant of the last change. */
  readonly changedAt: string;
  /** The address at which the reader changes the appointment, if any. */
  readonly address?: string;
};

/**
 * Returns a consultation as a calendar with one event (RFC 5545). It has no METHOD: this file is not a scheduling
 * message, which would need an organizer's address (RFC 5546 §3.2.1).
 */
export const calendarFile = (appointment: Appointment): string =>
  calendarText([], [eventText({ ...appointment, title: eventTitle(appointment) })]);

/** Returns a calendar with more properties and events. */
export const calendarText = (properties: readonly string[], events: readonly string[]): string =>
  [
    textOf(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Intake//Consultations//EN", ...properties]),
    ...events,
    textOf(["END:VCALENDAR"]),
  ].join("");

/** Returns the title of a consultation's event: its type, the person and the firm. */
export const eventTitle = ({ consultation: { type }, settings, person }: Named): string =>
  [findConsultationType(settings, type)?.name ?? type, person, settings.name]
    .filter((part) => part !== "")
    .join(", ");

type CalendarEvent = {
  readonly consultation: Omit<Shown, "type">;
  readonly changedAt: string;
  readonly title: string;
  readonly address?: string;
};

/** Returns the event of a consultation. A calendar knows it by its UID, and takes the one with the highest SEQUENCE. */
export const eventText = ({ consultation, changedAt, title, address }: CalendarEvent): string => {
  const { id, status, location, revision } = consultation;
  const { start, end } = slotOf(consultation);
  return textOf([
    "BEGIN:VEVENT",
    `UID:${id}@intake`,
    `DTSTAMP:${utc(Date.parse(changedAt))}`,
    `SEQUENCE:${revision}`,
    `STATUS:${status === "canceled" ? "CANCELLED" : "CONFIRMED"}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escaped(title)}`,
    ...(location === null ? [] : [`LOCATION:${location.split(LINE_BREAK).map(escaped).join("\\n")}`]),
    // Some calendars show only one of the two.
    ...(address === undefined ? [] : [`URL:${address}`, `DESCRIPTION:${escaped(address)}`]),
    "END:VEVENT",
  ]);
};

/** `20261109T140000Z` */
const utc = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/[-:]|\.\d+/g, "");

const LINE_BREAK = /\r\n?|\n/;

/** Returns a text in one line. */
export const escaped = (text: string) =>
  text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(/[\\;,]/g, "\\$&");

const textOf = (lines: readonly string[]) => lines.map((line) => `${folded(line)}\r\n`).join("");

const LINE_OCTETS = 75;

/** Continues a long line in the next one, after a space, without splitting a character. */
const folded = (line: string): string => {
  if (Buffer.byteLength(line) <= LINE_OCTETS) return line;
  let octets = 0;
  return Array.from(line, (character) => {
    const size = Buffer.byteLength(character);
    octets += size;
    if (octets <= LINE_OCTETS) return character;
    octets = 1 + size;
    return `\r\n ${character}`;
  }).join("");
};
