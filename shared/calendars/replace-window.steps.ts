import { millisecondsInDay } from "date-fns/constants";
import { CONSULTATION_STATUSES } from "../consultations/consultation.rules.ts";
import { consultationRecord } from "../consultations/consultation.store.ts";
import type { AttorneyDay } from "../scheduling/attorney-day.rules.ts";
import { daysWithin } from "../scheduling/attorney-day.store.ts";
import type { BusyWindow } from "../scheduling/busy-time.rules.ts";
import { LIMITS } from "../schema/limits.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Reader } from "../table/read-records.ts";
import type { Interval } from "../time/intervals.rules.ts";
import { consultationIdInUid } from "./busy-calendar.rules.ts";
import { dayChanges, isChanged, overlapsAfter, type WindowChange } from "./window-changes.rules.ts";

/** Reads the records of the consultations that UIDs may mean, each once. */
export const consultationsInUids = (firm: FirmId, uids: readonly unknown[]) => {
  const ids = new Set(uids.flatMap((uid) => consultationIdInUid(uid) ?? []));
  return [...ids].map((id) => consultationRecord(firm, id));
};

/**
 * Reads an attorney's days in a window, and those beside it: a consultation that it overlaps may reach one of them, and
 * be overlapped there.
 */
export const daysOfWindow = (firm: FirmId, attorneyId: string, window: Interval | null) =>
  daysWithin(
    firm,
    attorneyId,
    window && { start: window.start - millisecondsInDay, end: window.end + millisecondsInDay },
  );

type Replacement = BusyWindow & {
  readonly firmId: FirmId;
  readonly calendar: string;
  /** The days of the window. */
  readonly days: readonly AttorneyDay[];
};

/** Returns what differs after the replacement of a calendar's busy times in a window. */
export const replaceWindow = async (
  { firmId, calendar, days, window, times }: Replacement,
  read: Reader,
): Promise<WindowChange> => {
  const changes = dayChanges(days, calendar, { window, times });
  const overlaps = overlapsAfter(changes, window);
  const { consultations } = await read({
    consultations: overlaps.map(({ id }) => consultationRecord(firmId, id)),
  });
  const overlapping = overlaps.filter((_, index) => {
    const status = consultations[index]?.status;
    return status !== undefined && CONSULTATION_STATUSES[status].isOpen;
  });
  return { changed: changes.filter(isChanged), overlapping, added: overlapping.filter(({ isNew }) => isNew) };
};

/** Returns whether one write would emit too many events. */
export const hasTooManyOverlaps = ({ added }: WindowChange) => added.length > LIMITS.newOverlaps;
