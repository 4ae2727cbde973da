import { millisecondsInMinute } from "date-fns/constants";
import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import type { Interval } from "./intervals.rules.ts";

/** A slot that an attorney's days hold for a consultation, or for a hold, which expires. */
export type HeldSlot = Interval & {
  /** The consultation's or the hold's. */
  readonly id: string;
  readonly attorneyId: string;
  readonly expiresAtMilliseconds?: number | undefined;
};

/** Whether a slot on a day is this one, and not an earlier or later one of the same consultation. */
export const isSameSlot = (one: HeldSlot, other: HeldSlot): boolean =>
  one.id === other.id &&
  one.attorneyId === other.attorneyId &&
  one.start === other.start &&
  one.end === other.end;

/** Start in milliseconds, duration in minutes and, of a hold, when it expires in milliseconds. */
export const storedSlot = lazy(() => z.tuple([z.number(), z.number(), z.optional(z.number())]));

export const slotToItem = ({ start, end, expiresAtMilliseconds }: HeldSlot): number[] => [
  start,
  (end - start) / millisecondsInMinute,
  ...(expiresAtMilliseconds === undefined ? [] : [expiresAtMilliseconds]),
];

export const parseSlot = (
  { id, attorneyId }: Pick<HeldSlot, "id" | "attorneyId">,
  [start, durationMinutes, expiresAtMilliseconds]: z.output<ReturnType<typeof storedSlot>>,
): HeldSlot => ({
  id,
  attorneyId,
  start,
  end: start + durationMinutes * millisecondsInMinute,
  ...(expiresAtMilliseconds !== undefined && { expiresAtMilliseconds }),
});
