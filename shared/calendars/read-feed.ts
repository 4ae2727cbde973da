import { readCalendar } from "../icalendar/read-calendar.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { memberRecord } from "../members/member.store.ts";
import { firmStateRecord } from "../settings/firm-state.store.ts";
import { readRecords } from "../table/read-records.ts";
import { withoutOwn } from "./busy-calendar.rules.ts";
import { attorneyCalendarsRecord } from "./busy-calendar.store.ts";
import {
  type EndDependencies,
  endInFailure,
  endInSuccess,
  endWithoutReading,
  ReadingOver,
} from "./end-reading.ts";
import {
  type Feed,
  feedWindow,
  isTrusted,
  meaningOf,
  type ReadMeaning,
  readingContext,
  storableTimes,
} from "./feed.rules.ts";
import { feedRecord } from "./feed.store.ts";
import { type Download, storedValidators, type Validators } from "./feed-download.rules.ts";
import type { FeedMessage } from "./feed-queue.ts";
import { consultationsInUids } from "./replace-window.steps.ts";
import { beginWriting, writeWindows } from "./write-reading.ts";

/** The dependencies of a reading. Tests pass their own clock, randomness and transport. */
export type FeedDependencies = EndDependencies & {
  readonly download: (wanted: { url: string; validators: Validators }) => Promise<Download>;
};

/** The result of a reading, and the error that the feed shows. */
type ReadingOutcome = {
  readonly outcome: "unchanged" | "changed" | "failed" | "void";
  readonly error: string | null;
};

const VOID: ReadingOutcome = { outcome: "void", error: null };

/** Reads the calendar of a feed, unless the message is void, and writes the busy times that differ. */
export const readFeed = async (
  dependencies: FeedDependencies,
  { firmId, attorneyId, id, version }: FeedMessage,
): Promise<ReadingOutcome> => {
  const { firm, feed, known, member } = await readRecords(dependencies.table, {
    firm: firmStateRecord(firmId),
    feed: feedRecord(firmId, attorneyId, id),
    known: attorneyCalendarsRecord(firmId, attorneyId),
    member: memberRecord(firmId, attorneyId),
  });
  if (feed?.version !== version) return VOID;
  try {
    if (firm.disabledAt !== null || member === null) {
      await endWithoutReading({ ...dependencies, firmId, feed });
      return VOID;
    }
    return await fetchCalendar({ ...dependencies, firmId, feed, known }, member);
  } catch (error) {
    if (error instanceof ReadingOver) return VOID;
    throw error;
  }
};

type Reading = FeedDependencies & Parameters<typeof endInSuccess>[0];

const NO_VALIDATORS: Validators = { etag: "", lastModified: "" };

const fetchCalendar = async (reading: Reading, member: Member): Promise<ReadingOutcome> => {
  const { feed, now } = reading;
  const context = readingContext(member);
  const isKnown = isTrusted(feed, { context, nowMilliseconds: now() });
  const download = await reading.download({ url: feed.url, validators: isKnown ? feed : NO_VALIDATORS });
  if (download.result === "failed") return fail(reading, download);
  if (download.result === "changed") return compare(reading, download, { member, context, isKnown });
  return isKnown ? succeed(reading, {}) : fail(reading, UNASKED);
};

type Compared = { readonly member: Member; readonly context: string; readonly isKnown: boolean };

/** Writes what a calendar means, unless it means what the last reading wrote. */
const compare = (
  reading: Reading,
  { file, ...sent }: Extract<Download, { result: "changed" }>,
  { member: { timeZone, email }, context, isKnown }: Compared,
): Promise<ReadingOutcome> => {
  const window = feedWindow(reading.now());
  const read = readCalendar(file, { timeZone, email: email || null, window });
  if ("error" in read) return fail(reading, read);
  const meaning = meaningOf(read.busy, window);
  const validators = storedValidators(sent);
  if (isKnown && meaning === reading.feed.meaning) return succeed(reading, validators);
  return write(reading, { times: read.busy, window, ended: { ...validators, meaning, context } });
};

const UNASKED = {
  error: "The calendar's server says that nothing has changed, without being asked for that.",
};
const TOO_MANY = { error: "The calendar has more than 50 busy times on one day that do not overlap." };

/** Writes all windows of a calendar, then that it was read whole. */
const write = async (
  reading: Reading,
  { times, window, ended }: ReadMeaning & { readonly ended: Partial<Feed> },
): Promise<ReadingOutcome> => {
  const { table, firmId, now } = reading;
  const { own } = await readRecords(table, {
    own: consultationsInUids(
      firmId,
      times.map(({ uid }) => uid),
    ),
  });
  const stored = storableTimes(withoutOwn(times, own), window);
  if (stored === null) return fail(reading, TOO_MANY);
  const feed = await beginWriting(reading);
  const changedDays = await writeWindows({ table, firmId, feed, now, times: stored }, window);
  const fields = { ...ended, intervals: stored.length, readAtMilliseconds: now() };
  await endInSuccess({ ...reading, feed }, fields);
  return { outcome: changedDays > 0 ? "changed" : "unchanged", error: null };
};

const succeed = async (reading: Reading, fields: Partial<Feed>): Promise<ReadingOutcome> => {
  await endInSuccess(reading, fields);
  return { outcome: "unchanged", error: null };
};

type Failure = { readonly error: string; readonly retryAfterMilliseconds?: number };

const fail = async (reading: Reading, failure: Failure): Promise<ReadingOutcome> => {
  await endInFailure(reading, failure);
  return { outcome: "failed", error: failure.error };
};
