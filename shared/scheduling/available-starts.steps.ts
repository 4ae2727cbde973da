import type { Member } from "../members/member.rules.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import { attorneyRules } from "../time/booking-rules.rules.ts";
import { type FreeStartsQuery, freeStarts, searchedRange } from "../time/slots.rules.ts";
import { type AttorneyDay, busyTimesOn, type HeldSlot, takenOn } from "./attorney-day.rules.ts";
import { daysWithin } from "./attorney-day.store.ts";

/** A search for slots. */
export type Search = Omit<FreeStartsQuery, "calendar"> & {
  readonly settings: FirmSettings;
  readonly nowMilliseconds: number;
  /** The present slot of a consultation, which it leaves. */
  readonly current?: HeldSlot | null;
};

/** Reads the days of an attorney that determine the free slots. */
export const searchedDays = (
  firm: FirmId,
  attorney: Member,
  { settings, range, durationMinutes }: Search,
) => {
  const rules = attorneyRules(settings.bookingRules, attorney.bookingRules);
  return daysWithin(firm, attorney.id, searchedRange({ ...attorney, rules }, range, durationMinutes));
};

/** Returns the starts, in order, at which a booking of the attorney would be accepted now. */
export const availableStarts = (
  attorney: Member,
  days: readonly AttorneyDay[],
  { settings, nowMilliseconds, current = null, ...query }: Search,
): number[] => {
  const calendar = {
    ...attorney,
    holidays: settings.holidays,
    rules: attorneyRules(settings.bookingRules, attorney.bookingRules),
    taken: takenOn(days, nowMilliseconds, [current]),
    busyTimes: busyTimesOn(days),
    nowMilliseconds,
  };
  return freeStarts({ calendar, ...query });
};

/** Returns the starts of all attorneys in order, each once, with the ids of their attorneys. */
export const startsOfPool = (pool: readonly Member[], startsOf: (attorney: Member) => readonly number[]) => {
  const idsByStart = new Map<number, string[]>();
  for (const attorney of pool) {
    for (const start of startsOf(attorney)) {
      const ids = idsByStart.get(start);
      if (ids) ids.push(attorney.id);
      else idsByStart.set(start, [attorney.id]);
    }
  }
  return [...idsByStart]
    .toSorted(([one], [other]) => one - other)
    .map(([start, ids]) => ({ start_at: new Date(start).toISOString(), attorney_ids: ids }));
};
