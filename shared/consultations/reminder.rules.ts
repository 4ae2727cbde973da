import { millisecondsInMinute } from "date-fns/constants";
import { findConsultationType } from "../settings/consultation-type.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { Consultation } from "./consultation.rules.ts";

type Reminded = Pick<Consultation, "startAt" | "reminderMinutes">;

const instantOf = (startAt: string, minutes: number) => Date.parse(startAt) - minutes * millisecondsInMinute;

/** When the next reminder is due; null when none is to come. */
export const nextReminderMilliseconds = ({ startAt, reminderMinutes = [] }: Reminded): number | null => {
  const [next] = reminderMinutes;
  return next === undefined ? null : instantOf(startAt, next);
};

/** The reminders of a consultation that is booked or moved: those whose time has not passed, in their order. */
const remindersToCome = (
  minutes: readonly number[],
  startAt: string,
  nowMilliseconds: number,
): Consultation["reminderMinutes"] => {
  const toCome = [...new Set(minutes)].filter((each) => instantOf(startAt, each) > nowMilliseconds);
  return toCome.length === 0 ? undefined : toCome.sort((one, other) => other - one);
};

type Reminders = Pick<FirmSettings, "reminderMinutes" | "consultationTypes">;

/**
 * A consultation with its reminders. As long as it keeps its start, those that are still to come stay: a changed list
 * holds for what is booked or moved afterwards.
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
        reminderMinutes: remindersToCome(configured(after, settings), after.startAt, nowMilliseconds),
      };

const configured = ({ type }: Consultation, settings: Reminders): readonly number[] =>
  findConsultationType(settings, type)?.reminderMinutes ?? settings.reminderMinutes;

/** A consultation without its next reminder. */
export const withoutNextReminder = (consultation: Consultation): Consultation => {
  const [, ...rest] = consultation.reminderMinutes ?? [];
  return { ...consultation, reminderMinutes: rest.length === 0 ? undefined : rest };
};

/** The minutes of the reminder that a change of a consultation, which changes nothing else, has let come; if it has. */
export const reminderCome = (before: Reminded, after: Reminded): number | undefined => {
  const [minutes] = before.reminderMinutes ?? [];
  return minutes === undefined || after.reminderMinutes?.includes(minutes) ? undefined : minutes;
};
