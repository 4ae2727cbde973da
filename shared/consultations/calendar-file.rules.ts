import { findConsultationType } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { slotOf } from "../time/intervals.rules.ts";
import type { Consultation } from "./consultation.rules.ts";

type Appointment = {
  readonly consultation: Pick<
    Consultation,
    "id" | "type" | "status" | "startAt" | "durationMinutes" | "location" | "revision"
  >;
  /** The ISO-8601 UTC instant of the last change. */
  readonly changedAt: string;
  readonly settings: Pick<FirmSettings, "name" | "consultationTypes">;
  /** The person whom the reader of the file meets. */
  readonly person: string;
};

/**
 * Returns a consultation as a calendar with one event (RFC 5545). It has no METHOD: this file is not a scheduling
 * message, which would need an organizer's address (RFC 5546 §3.2.1).
 */
export const calendarFile = ({ consultation, changedAt, settings, person }: Appointment): string => {
  const { id, type, status, location, revision } = consultation;
  const { start, end } = slotOf(consultation);
  const typeName = findConsultationType(settings, type)?.name ?? type;
  const summary = [typeName, person, settings.name].filter((part) => part !== "").join(", ");
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Intake//Consultations//EN",
    "BEGIN:VEVENT",
    `UID:${id}@intake`,
    `DTSTAMP:${utc(Date.parse(changedAt))}`,
    `SEQUENCE:${revision}`,
    `STATUS:${status === "canceled" ? "CANCELLED" : "CONFIRMED"}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SUMMARY:${escaped(summary)}`,
    ...(location === null ? [] : [`LOCATION:${location.split(LINE_BREAK).map(escaped).join("\\n")}`]),
    "END:VEVENT",
    "END:VCALENDAR",
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join("");
};

/** `20261109T140000Z` */
const utc = (milliseconds: number) => new Date(milliseconds).toISOString().replace(/[-:]|\.\d+/g, "");

const LINE_BREAK = /\r\n?|\n/;

/** Returns a text in one line. */
const escaped = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(/[\\;,]/g, "\\$&");

const LINE_OCTETS = 75;

/** Continues a long line in the next one, after a space, without splitting a character. */
const folded = (line: string): string => {
  let octets = 0;
  return Array.from(line, (character) => {
    const size = Buffer.byteLength(character);
    octets += size;
    if (octets <= LINE_OCTETS) return character;
    octets = 1 + size;
    return `\r\n ${character}`;
  }).join("");
};
