import type { FirmSettings } from "../firm/firm.rules.ts";
import type { Member } from "../members/member.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type AttorneyDay, busyOn, daysWithin } from "./attorney-day.store.ts";
import { attorneyRules } from "./booking-rules.rules.ts";
import { type FreeStartsQuery, freeStarts, relevantRange } from "./slots.rules.ts";

/** Slots that are looked for. */
export type Search = Omit<FreeStartsQuery, "calendar"> & {
  readonly settings: FirmSettings;
  readonly nowMilliseconds: number;
};

/** The days of an attorney that say which slots are free. */
export const searchedDays = (
  firm: FirmId,
  attorney: Member,
  { settings, range, durationMinutes }: Search,
) => {
  const rules = attorneyRules(settings.bookingRules, attorney.bookingRules);
  return daysWithin(firm, attorney.id, relevantRange({ ...attorney, rules }, range, durationMinutes));
};

/** The starts, in order, at which a booking of the attorney would be accepted now. */
export const availableStarts = (
  attorney: Member,
  days: readonly AttorneyDay[],
  { settings, nowMilliseconds, ...query }: Search,
): number[] => {
  const calendar = {
    ...attorney,
    holidays: settings.holidays,
    rules: attorneyRules(settings.bookingRules, attorney.bookingRules),
    busy: busyOn(days, nowMilliseconds),
    nowMilliseconds,
  };
  return freeStarts({ calendar, ...query });
};
