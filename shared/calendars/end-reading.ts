import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import type { BusyCalendars } from "./busy-calendar.rules.ts";
import { attorneyCalendarsRecord, putCalendars } from "./busy-calendar.store.ts";
import { type Feed, feedCalendar, isOutdated } from "./feed.rules.ts";
import { changeFeed, feedUpdate } from "./feed.store.ts";
import { readingEnded, readingFailed, readingOmitted } from "./feed-schedule.rules.ts";

export type EndDependencies = {
  readonly table: Table;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
};

type Taken = EndDependencies & { readonly firmId: FirmId; readonly feed: Feed };

type Reading = Taken & {
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
  const { table, firmId, feed, known, now } = reading;
  const after = { ...readingEnded({ ...feed, ...fields }, momentOf(reading)), ...fields };
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
export const endInFailure = (reading: Taken, { error, retryAfterMilliseconds = 0 }: Failure): Promise<void> =>
  update(reading, {
    ...readingFailed(reading.feed, retryAfterMilliseconds, momentOf(reading)),
    lastError: error,
  });

/**
 * Notes that the calendar was not to be read.
 * @throws ReadingOver
 */
export const endWithoutReading = (reading: Taken): Promise<void> =>
  update(reading, readingOmitted(momentOf(reading)));

const momentOf = ({ now, random }: EndDependencies) => ({ nowMilliseconds: now(), random: random() });

const update = async ({ table, firmId, feed }: Taken, fields: Partial<Feed>): Promise<void> => {
  if ((await changeFeed(table, firmId, feed, fields)) === null) throw readingOver();
};
