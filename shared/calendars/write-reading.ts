import { systemChange } from "../api/change.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type Reader, readRecords } from "../table/read-records.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import type { Interval } from "../time/intervals.rules.ts";
import { windowWrites } from "./busy-calendar.store.ts";
import { readingOver } from "./end-reading.ts";
import { type Feed, halvesOf, writtenWindows } from "./feed.rules.ts";
import { feedUpdate, requireFeed } from "./feed.store.ts";
import { writingDue } from "./feed-schedule.rules.ts";
import { daysOfWindow, hasTooManyOverlaps, replaceWindow } from "./replace-window.steps.ts";

/** A reading whose busy times are written. */
type Writing = {
  readonly table: Table;
  readonly firmId: FirmId;
  /** The feed as the reading left it. */
  readonly feed: Feed;
  readonly times: readonly Interval[];
  readonly now: () => number;
};

/**
 * Begins to write a reading, in a version of the feed that no other reading has. From here on, a reading that does not
 * end is followed by one of the whole calendar.
 */
export const beginWriting = async (writing: Omit<Writing, "times">): Promise<Feed> => {
  const { table, firmId, feed, now } = writing;
  const dueAtMilliseconds = writingDue(feed, now());
  const begun = { readAtMilliseconds: 0, etag: "", lastModified: "", meaning: "", dueAtMilliseconds };
  await retryReads(() => commit(table, [{ Update: feedUpdate(firmId, feed, begun), refusal: readingOver }]));
  return { ...feed, ...begun, version: feed.version + 1 };
};

/** Writes the busy times of a window, where they differ. */
export const writeWindows = async (writing: Writing, window: Interval): Promise<number> => {
  let changedDays = 0;
  for (const each of writtenWindows(window)) changedDays += await writeWindow(writing, each);
  return changedDays;
};

/** Writes a window, or its halves one after the other if it newly overlaps too many consultations for one write. */
const writeWindow = async (writing: Writing, window: Interval): Promise<number> => {
  const changedDays = await retryReads(() => tryWindow(writing, window));
  if (changedDays !== null) return changedDays;
  const [first = window, second = window] = halvesOf(window);
  return (await writeWindow(writing, first)) + (await writeWindow(writing, second));
};

/** @returns null when the window is too long for one write */
const tryWindow = async (
  { table, firmId, feed, times, now }: Writing,
  window: Interval,
): Promise<number | null> => {
  const read: Reader = (refs) => readRecords(table, refs);
  const { days } = await read({ days: daysOfWindow(firmId, feed.attorneyId, window) });
  const change = await replaceWindow({ firmId, calendar: feed.id, days, window, times }, read);
  if (hasTooManyOverlaps(change)) return null;
  if (change.changed.length > 0)
    await commit(table, [
      { ...requireFeed(firmId, feed), refusal: readingOver },
      ...windowWrites(firmId, change, { calendar: feed.id, change: systemChange(now()) }),
    ]);
  return change.changed.length;
};
