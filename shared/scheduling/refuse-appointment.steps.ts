import { isDeepStrictEqual } from "node:util";
import type { Member } from "../members/member.rules.ts";
import { AppError } from "../schema/app-error.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Reader } from "../table/read-records.ts";
import { ReadAgain } from "../table/retry.ts";
import { type Slot, slotOf } from "../time/intervals.rules.ts";
import { alternativeStarts, firstStarts, nextAvailable, searchedRange } from "../time/slots.rules.ts";
import { type AttorneyDay, busyTimesOn, type HeldSlot, hasOtherSlot, takenOn } from "./attorney-day.rules.ts";
import { daysWithin, sameDays } from "./attorney-day.store.ts";
import { type Candidate, refusalOf } from "./candidates.rules.ts";
import { type AttorneyHolds, attorneyHoldsRecord } from "./hold.store.ts";

/** An attorney with a checked slot, and the records that were read for the check. */
export type CheckedCandidate = Candidate & {
  readonly attorney: Member;
  /** The days that the slot depends on. */
  readonly days: readonly AttorneyDay[];
  /** Null unless live holds are counted. */
  readonly holds: AttorneyHolds | null;
};

type RefusedSlot = {
  readonly firmId: FirmId;
  readonly slot: Slot;
  readonly current?: HeldSlot | null;
  readonly ignoresBusyTimes?: boolean;
};

/**
 * Refuses a slot that no candidate can take. Throws `ReadAgain` if separate reads may have caused the refusal: the
 * items may never have existed together, and must not be judged together.
 * @throws AppError with alternatives, or ReadAgain
 */
export const refuseAppointment = async (
  refused: RefusedSlot,
  candidates: readonly CheckedCandidate[],
  read: Reader,
): Promise<never> => {
  const { firmId, slot, current = null } = refused;
  const days = candidates.flatMap((candidate) => candidate.days);
  const holds = candidates.flatMap((candidate) => candidate.holds ?? []);
  if (hasOtherSlot(days, current)) throw new ReadAgain();
  const isCertain = isOneMoment(candidates);
  const again = await read({
    days: isCertain ? {} : byAttorney(candidates, (candidate) => sameDays(firmId, candidate.days)),
    holds: isCertain ? [] : holds.map(({ attorneyId }) => attorneyHoldsRecord(firmId, attorneyId)),
    alternatives: byAttorney(candidates, (candidate) => alternativeDays(refused, candidate)),
  });
  if (!isCertain && !isDeepStrictEqual([days, holds], [Object.values(again.days).flat(), again.holds]))
    throw new ReadAgain();
  const starts = candidates.flatMap((candidate) =>
    startsInstead(refused, candidate, again.alternatives[candidate.attorney.id] ?? []),
  );
  const { code, message, details } = refusalOf(candidates, slot);
  throw new AppError(code, message, {
    ...(details && { details }),
    nextAvailable: firstStarts(starts).map((start) => new Date(start).toISOString()),
  });
};

const byAttorney = <Ref>(
  candidates: readonly CheckedCandidate[],
  refOf: (candidate: CheckedCandidate) => Ref,
) => Object.fromEntries(candidates.map((candidate) => [candidate.attorney.id, refOf(candidate)]));

/** Returns whether one item alone proves the refusal: a slot that overlaps, or a reason that is not about slots. */
const isOneMoment = ([candidate, ...others]: readonly CheckedCandidate[]) =>
  others.length === 0 && (candidate?.problem !== "booking_not_allowed" || candidate.days.length < 2);

const alternativeDays = (
  { firmId, slot }: RefusedSlot,
  { attorney, calendar, hasRoom }: CheckedCandidate,
) => {
  const range = alternativeStarts(calendar, slotOf(slot).start);
  const needed = hasRoom ? searchedRange(calendar, range, slot.durationMinutes) : null;
  return daysWithin(firmId, attorney.id, needed);
};

/**
 * Returns starts that could be booked instead. The hold that the slot was to replace blocks them, since it keeps its
 * slot.
 */
const startsInstead = (
  { slot, current = null, ignoresBusyTimes }: RefusedSlot,
  { calendar, hasRoom }: CheckedCandidate,
  days: readonly AttorneyDay[],
): number[] => {
  if (!hasRoom) return [];
  const range = alternativeStarts(calendar, slotOf(slot).start);
  const taken = takenOn(days, calendar.nowMilliseconds, [current]);
  const busyTimes = ignoresBusyTimes ? [] : busyTimesOn(days);
  const { durationMinutes } = slot;
  return nextAvailable({ calendar: { ...calendar, taken, busyTimes }, range, durationMinutes });
};
