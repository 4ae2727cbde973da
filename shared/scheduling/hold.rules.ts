import type { Violation } from "../schema/violations.ts";
import type { HoldResource } from "./hold.contract.ts";

/** A slot of an attorney that is kept for one caller until it expires. */
export type Hold = {
  /** UUIDv7. */
  readonly id: string;
  readonly attorneyId: string;
  /** ISO-8601 UTC instants. */
  readonly startAt: string;
  readonly durationMinutes: number;
  readonly expiresAt: string;
};

/** A stored hold. `ended` is set once it was deleted or has become a booking. */
export type StoredHold = Hold & { readonly ended: boolean };

/** The time for which a hold keeps its slot after its expiry: the clocks of two instances may differ. */
const CLOCK_SKEW_MILLISECONDS = 1_000;

export const isExpired = (expiresAtMilliseconds: number, nowMilliseconds: number): boolean =>
  nowMilliseconds >= expiresAtMilliseconds + CLOCK_SKEW_MILLISECONDS;

/** Returns the hold if it still keeps its slot. */
export const liveHold = (hold: StoredHold | null, nowMilliseconds: number): Hold | null =>
  hold && !hold.ended && !isExpired(Date.parse(hold.expiresAt), nowMilliseconds) ? hold : null;

/** Requires that a booking has exactly the slot of its hold. */
export const holdViolations = (hold: Hold, booking: Omit<Hold, "id" | "expiresAt">): Violation[] =>
  HELD_FIELDS.flatMap(([name, field]) =>
    hold[name] === booking[name] ? [] : [{ field, message: `must be that of the hold: ${hold[name]}` }],
  );

const HELD_FIELDS = [
  ["attorneyId", "attorney_id"],
  ["startAt", "start_at"],
  ["durationMinutes", "duration_min"],
] as const;

export const holdResource = (hold: Hold): HoldResource => ({
  id: hold.id,
  attorney_id: hold.attorneyId,
  start_at: hold.startAt,
  duration_min: hold.durationMinutes,
  expires_at: hold.expiresAt,
});
