import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";
import type { Member } from "../members/member.rules.ts";
import type { FirmSettings, RoutingRule } from "../settings/firm.rules.ts";
import { type Interval, merge, subtract } from "../time/intervals.rules.ts";
import { officeHoursWithin, timeOffWithin } from "../time/working-time.rules.ts";

/** The times that are searched at once. Without an open minute in them, there is no deadline. */
const SEARCHED_MILLISECONDS = 30 * millisecondsInDay;
/** The searches for one deadline: at an hour a week, a day of office hours is half a year. */
const SEARCHES_MAXIMUM = 12;

type Clock = Pick<RoutingRule, "respondWithinMinutes" | "clock">;

type Office = {
  /** Those of the rule's members who exist. */
  readonly members: readonly Pick<Member, "active" | "timeZone" | "officeHours" | "dateHours" | "timeOff">[];
  readonly holidays: FirmSettings["holidays"];
};

/** Returns the deadline of a clock that starts at an instant, as an ISO-8601 UTC instant; null for none. */
export const deadlineAfter = (fromMilliseconds: number, rule: Clock, office: Office): string | null => {
  if (rule.respondWithinMinutes === null) return null;
  const milliseconds = rule.respondWithinMinutes * millisecondsInMinute;
  const deadline =
    rule.clock === "always"
      ? fromMilliseconds + milliseconds
      : openInstantAfter(fromMilliseconds, milliseconds, office);
  return deadline === null ? null : new Date(deadline).toISOString();
};

/** Returns the instant at which the office has been open for so long; null when it does not open within 30 days. */
const openInstantAfter = (fromMilliseconds: number, milliseconds: number, office: Office): number | null => {
  let rest = milliseconds;
  let start = fromMilliseconds;
  for (let search = 0; search < SEARCHES_MAXIMUM; search++) {
    const end = start + SEARCHED_MILLISECONDS;
    const open = openWithin(office, { start, end });
    if (open.length === 0) return null;
    for (const part of open) {
      if (part.start + rest <= part.end) return part.start + rest;
      rest -= part.end - part.start;
    }
    start = end;
  }
  return null;
};

/** Returns the times at which one of the active members works, merged. */
const openWithin = ({ members, holidays }: Office, range: Interval): Interval[] =>
  merge(
    members
      .filter(({ active }) => active)
      .flatMap((member) =>
        subtract(
          officeHoursWithin(member, range),
          timeOffWithin([...member.timeOff, ...holidays], member.timeZone, range),
        ),
      ),
  );
