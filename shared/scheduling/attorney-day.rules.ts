import { millisecondsInMinute } from "date-fns/constants";
import { groupBy } from "../runtime/collections.ts";
import { type Interval, intersect, overlaps } from "../time/intervals.rules.ts";
import type { BusyTime } from "../time/slots.rules.ts";
import { type CalendarPart, isEchoOf } from "./busy-time.rules.ts";
import { type Hold, isExpired } from "./hold.rules.ts";

/** A slot in an attorney's days, for a consultation or for a hold, which expires. */
export type HeldSlot = Interval & {
  /** The id of the consultation or hold. */
  readonly id: string;
  readonly attorneyId: string;
  readonly expiresAtMilliseconds?: number | undefined;
};

/** Returns whether two slots are the same, not an earlier and a later one of the same consultation. */
export const isSameSlot = (one: HeldSlot, other: HeldSlot): boolean =>
  one.id === other.id &&
  one.attorneyId === other.attorneyId &&
  one.start === other.start &&
  one.end === other.end;

/**
 * The slots and the busy times of an attorney that touch a UTC date. `version` counts the slots ever taken and the
 * changes of busy times; 0 means that the day has no item.
 */
export type AttorneyDay = {
  readonly attorneyId: string;
  readonly date: string;
  readonly version: number;
  readonly slots: readonly HeldSlot[];
  readonly busy: readonly CalendarPart[];
};

/** Returns the busy times on these days that count: not the echoes of consultations there. */
export const busyTimesOn = (days: readonly AttorneyDay[]): CalendarPart[] => {
  const isEcho = isEchoOf(slotsOn(days).filter(isConsultation));
  return days.flatMap(({ busy }) => busy.filter((part) => !isEcho(part)));
};

/** Returns the same, whole and cut to a range, by start. */
export const busyTimesWithin = (days: readonly AttorneyDay[], range: Interval): BusyTime[] => {
  const times = groupBy(
    busyTimesOn(days),
    ({ calendar, whole }) => `${calendar} ${whole.start} ${whole.end}`,
  );
  return [...times.values()]
    .flatMap((parts) =>
      intersect(parts, [range]).map((time) => ({ ...time, calendar: parts[0]?.calendar ?? "" })),
    )
    .sort((one, other) => one.start - other.start || (one.calendar < other.calendar ? -1 : 1));
};

/** Returns whether a slot is that of a consultation, not of a hold. */
export const isConsultation = ({ expiresAtMilliseconds }: HeldSlot) => expiresAtMilliseconds === undefined;

/** Returns the slots of consultations on these days that overlap a range, each once. */
export const consultationSlotsOn = (days: readonly AttorneyDay[], range: Interval): HeldSlot[] =>
  distinctSlots(slotsOn(days).filter((slot) => isConsultation(slot) && overlaps(slot, range)));

/** Returns the slots of these days that are taken now, each once, except the given ones. */
export const takenOn = (
  days: readonly AttorneyDay[],
  nowMilliseconds: number,
  exceptSlots: readonly (HeldSlot | null)[] = [],
): Interval[] =>
  distinctSlots(
    slotsOn(days).filter(
      (slot) =>
        !hasExpired(slot, nowMilliseconds) && !exceptSlots.some((held) => held && isSameSlot(slot, held)),
    ),
  );

/** Returns the slots on these days that are no longer needed: those of expired holds, and of the replaced hold. */
export const obsoleteSlots = (
  days: readonly AttorneyDay[],
  nowMilliseconds: number,
  replaced: HeldSlot | null,
): HeldSlot[] =>
  slotsOn(days).filter(
    (slot) => hasExpired(slot, nowMilliseconds) || (replaced !== null && isSameSlot(slot, replaced)),
  );

/** Returns whether a consultation has another slot on these days: then it has moved between the reads. */
export const hasOtherSlot = (days: readonly AttorneyDay[], current: HeldSlot | null): boolean =>
  current !== null && slotsOn(days).some((slot) => slot.id === current.id && !isSameSlot(slot, current));

type HoldQuery = { readonly range: Interval; readonly nowMilliseconds: number };

/**
 * Returns the holds on these days that surely keep their slots now and overlap a range, each once, by start. Others may
 * find such a slot taken for a second more.
 */
export const liveHoldsOn = (days: readonly AttorneyDay[], { range, nowMilliseconds }: HoldQuery): Hold[] =>
  distinctSlots(slotsOn(days).filter((slot) => overlaps(slot, range)))
    .filter(({ expiresAtMilliseconds = 0 }) => nowMilliseconds < expiresAtMilliseconds)
    .flatMap(toHolds)
    .toSorted((one, other) => Date.parse(one.startAt) - Date.parse(other.startAt));

const slotsOn = (days: readonly AttorneyDay[]) => days.flatMap(({ slots }) => slots);

/** Returns each taken slot once. A slot across midnight is on two days. */
const distinctSlots = (slots: readonly HeldSlot[]) => [
  ...new Map(slots.map((slot) => [slot.id, slot])).values(),
];

const hasExpired = ({ expiresAtMilliseconds }: HeldSlot, nowMilliseconds: number) =>
  expiresAtMilliseconds !== undefined && isExpired(expiresAtMilliseconds, nowMilliseconds);

const toHolds = ({ id, attorneyId, start, end, expiresAtMilliseconds }: HeldSlot): Hold[] =>
  expiresAtMilliseconds === undefined
    ? []
    : [
        {
          id,
          attorneyId,
          startAt: new Date(start).toISOString(),
          durationMinutes: (end - start) / millisecondsInMinute,
          expiresAt: new Date(expiresAtMilliseconds).toISOString(),
        },
      ];
