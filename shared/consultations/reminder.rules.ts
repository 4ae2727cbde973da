import { millisecondsInMinute } from "date-fns/constants";
import { findConsultationType } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { Consultation } from "./consultation.rules.ts";

type Reminded = Pick<Consultation, "startAt" | "reminderMinutes">;

const instantOf = (startAt: string, minutes: number) => Date.parse(startAt) - minutes * millisecondsInMinute;

/** Returns the instant of the next reminder; null when none is pending. */
export const nextReminderMilliseconds = ({ startAt, reminderMinutes = [] }: Reminded): number | null => {
  const [next] = reminderMinutes;
  return next === undefined ? null : instantOf(startAt, next);
};

/** Returns the reminders of a consultation that is booked or moved: those that are not past, in their order. */
const upcomingReminders = (
  minutes: readonly number[],
  startAt: string,
  nowMilliseconds: number,
): Consultation["reminderMinutes"] => {
  const toCome = [...new Set(minutes)].filter((each) => instantOf(startAt, each) > nowMilliseconds);
  return toCome.length === 0 ? undefined : toCome.sort((one, other) => other - one);
};

type Reminders = Pick<FirmSettings, "reminderMinutes" | "consultationTypes">;

/**
 * Sets the reminders of a consultation. As long as it keeps its start, its pending reminders stay: a changed list
 * applies to later bookings and moves.
 */
export const withReminders = (
  before: Consultation | null,
  after: Consultation,
  { settings, nowMilliseconds }: { readonly settings: Reminders; readonly nowMilliseconds: number },
): Consultation =>
  before?.startAt === after.startAt
    ? after
    : {
        ...after,
        reminderMinutes: upcomingReminders(configured(after, settings), after.startAt, nowMilliseconds),
      };

const configured = ({ type }: Consultation, settings: Reminders): readonly number[] =>
  findConsultationType(settings, type)?.reminderMinutes ?? settings.reminderMinutes;

/** Returns a consultation without its next reminder. */
export const withoutNextReminder = (consultation: Consultation): Consultation => {
  const [, ...rest] = consultation.reminderMinutes ?? [];
  return { ...consultation, reminderMinutes: rest.length === 0 ? undefined : rest };
};

/** Returns the minutes of the reminder that a change has emitted, if it changed nothing else of the consultation. */
export const emittedReminder = (before: Reminded, after: Reminded): number | undefined => {
  const [minutes] = before.reminderMinutes ?? [];
  return minutes === undefined || after.reminderMinutes?.includes(minutes) ? undefined : minutes;
};
