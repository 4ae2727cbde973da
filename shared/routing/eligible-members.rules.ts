import type { Member } from "../members/member.rules.ts";
import { timeOffWithin } from "../time/working-time.rules.ts";

/** Returns the ids of those who can take a turn: active, not on time off, and not the one who had the lead. */
export const eligibleIds = (
  members: readonly Pick<Member, "id" | "active" | "timeOff" | "timeZone">[],
  { nowMilliseconds, formerId = null }: { nowMilliseconds: number; formerId?: string | null },
): ReadonlySet<string> => {
  const now = { start: nowMilliseconds, end: nowMilliseconds + 1 };
  return new Set(
    members
      .filter(({ active, timeOff, timeZone }) => active && timeOffWithin(timeOff, timeZone, now).length === 0)
      .map(({ id }) => id)
      .filter((id) => id !== formerId),
  );
};
