import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import type { BusyCalendars } from "./busy-calendar.rules.ts";
import { attorneyCalendarsRecord, putCalendars } from "./busy-calendar.store.ts";
import { type Feed, feedCalendar, isOutdated, nextTry, readingEnded } from "./feed.rules.ts";
import { feedUpdate } from "./feed.store.ts";

export type EndDependencies = {
  readonly table: Table;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
};

type Reading = EndDependencies & {
  readonly firmId: FirmId;
  readonly feed: Feed;
  /** The calendars of the feed's attorney. */
  readonly known: BusyCalendars;
};

/** Thrown when the feed was deleted, or another reading has begun: this one writes nothing more. */
export class ReadingOver extends Error {
  override readonly name = "ReadingOver";
}

export const readingOver = () => new ReadingOver();

/**
 * Notes a success: in the feed alone, and once an hour also in the attorney's calendars.
 * @throws ReadingOver
 */
export const endInSuccess = async (reading: Reading, fields: Partial<Feed>): Promise<void> => {
  const { table, firmId, feed, known, now, random } = reading;
  const after = { ...readingEnded(feed, { nowMilliseconds: now(), random: random() }), ...fields };
  const entry = known.calendars[feed.id];
  if (entry === undefined || !isOutdated(entry, now())) return update(reading, after);
  await retryReads(async () => {
    const before = await readRecord(table, attorneyCalendarsRecord(firmId, feed.attorneyId));
    const calendars = { ...before.calendars, [feed.id]: feedCalendar(now()) };
    await commit(table, [
      { Update: feedUpdate(firmId, feed, after), refusal: readingOver },
      putCalendars(firmId, feed.attorneyId, { before, calendars }),
    ]);
  });
};

type Failure = { readonly error: string; readonly retryAfterMilliseconds?: number };

/**
 * Notes a failure, and when to try again. The busy times stay.
 * @throws ReadingOver
 */
export const endInFailure = (
  reading: Reading,
  { error, retryAfterMilliseconds = 0 }: Failure,
): Promise<void> => {
  const { feed, now, random } = reading;
  const failures = feed.failures + 1;
  const dueAtMilliseconds = nextTry(failures, retryAfterMilliseconds, {
    nowMilliseconds: now(),
    random: random(),
  });
  return update(reading, { failures, lastError: error, dueAtMilliseconds });
};

/** Sets fields to values that do not depend on those before, so that a repeat after a lost answer is exact. */
const update = async ({ table, firmId, feed }: Reading, fields: Partial<Feed>): Promise<void> => {
  const { result } = await updateItem(table, feedUpdate(firmId, feed, fields));
  if (result === "refused") throw readingOver();
};
