import { batchesOf } from "../runtime/collections.ts";
import { daysFrom } from "../scheduling/attorney-day.store.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { attorneyCalendarsRecord, busyTimesWrites, putCalendars } from "./busy-calendar.store.ts";
import { partsOf } from "./window-changes.rules.ts";

/** Each day takes two writes of a transaction, which has at most 100. */
const DAYS_OF_COMMIT = 50;

type Removed = {
  readonly attorneyId: string;
  readonly calendar: string;
  /** The first UTC date on which the calendar may have busy times. */
  readonly firstDate: string;
};

/** Removes everything of the calendar that there is. A push meanwhile makes it begin again. */
export const removeCalendar = async (
  table: Table,
  firm: FirmId,
  { attorneyId, calendar, firstDate }: Removed,
): Promise<undefined> => {
  await retryReads(async () => {
    const { known, days } = await readRecords(table, {
      known: attorneyCalendarsRecord(firm, attorneyId),
      days: daysFrom(firm, attorneyId, firstDate),
    });
    const { [calendar]: _removed, ...calendars } = known.calendars;
    const busy = days.filter((day) => partsOf(day, calendar).length > 0);
    for (const batch of batchesOf(busy, DAYS_OF_COMMIT))
      await commit(
        table,
        batch.flatMap((day) => busyTimesWrites(firm, calendar, { day, after: [] })),
      );
    if (Object.hasOwn(known.calendars, calendar))
      await commit(table, [putCalendars(firm, attorneyId, { before: known, calendars })]);
  });
};
