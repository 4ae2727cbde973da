import { isDeepStrictEqual } from "node:util";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { idAt } from "../runtime/record-id.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord, readRecords } from "../table/read-records.ts";
import { eventLogPartition, OPEN_PAGE_SORT_KEY } from "../table/record-keys.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { walkPartition } from "../table/walk-items.ts";
import { eventRecord, isEventRetained } from "./event-item.store.ts";
import type { LogPosition } from "./event-log.store.ts";
import {
  isPageBeforeExpired,
  type LogPage,
  openPageRecord,
  parseLogPage,
  putFullPage,
  putOpenPage,
} from "./log-page.store.ts";

/** The page before the gap counts as expired, so readers do not wait for the events between. */
const LONG_AGO = 0;

/** Takes the place of an event that is not there: readers pass an event whose retention has ended. */
const EXPIRED_EVENT = idAt(LONG_AGO);

type Continued = { readonly after: LogPosition; readonly nowMilliseconds: number };

/**
 * Makes a firm's log go on above a position, if it ends before. A restored log ends before positions that readers have,
 * and would give their numbers to other events, which these readers skip. A restored table may have only some items of
 * its last transactions, and readers would wait for a listed event, or for a page: the log goes on without them.
 * @returns whether the log had to go on
 */
export const continueLog = async (
  table: Table,
  firm: FirmId,
  { after, nowMilliseconds }: Continued,
): Promise<boolean> => {
  let isContinued = false;
  await retryReads(async () => {
    const last = await readRecord(table, openPageRecord(firm, nowMilliseconds));
    const before = await pageBefore(table, firm);
    const readable = await Promise.all(
      [before, { ...last, openedAtMilliseconds: LONG_AGO }].map((page) =>
        withoutMissingEvents(table, firm, page, nowMilliseconds),
      ),
    );
    const isWhole =
      isDeepStrictEqual(
        readable.map(({ eventIds }) => eventIds),
        [before.eventIds, last.eventIds],
      ) &&
      (before.lastNumber >= last.lastNumber - last.eventIds.length ||
        isPageBeforeExpired(last, nowMilliseconds));
    isContinued = after > last.lastNumber || !isWhole;
    if (!isContinued) return;
    // One more, so that no page of the original that an instance still knows is taken for this one.
    const lastNumber = Math.max(after, last.lastNumber) + 1;
    const open = { lastNumber, eventIds: [], openedAtMilliseconds: LONG_AGO };
    await commit(table, [
      putOpenPage(firm, open, last),
      ...readable
        .filter(({ eventIds }) => eventIds.length > 0)
        .map((page) => putFullPage(firm, page, nowMilliseconds)),
    ]);
  });
  return isContinued;
};

/** Reads the last full page; an empty one before the first. */
const pageBefore = async (table: Table, firm: FirmId): Promise<LogPage> => {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk AND sk < :open",
      ExpressionAttributeValues: { ":pk": eventLogPartition(firm), ":open": OPEN_PAGE_SORT_KEY },
      ScanIndexForward: false,
      Limit: 1,
    }),
  );
  return Items[0] ? parseLogPage(Items[0]) : { lastNumber: 0, eventIds: [], openedAtMilliseconds: LONG_AGO };
};

/** Returns the page with an expired event in the place of each missing one. */
const withoutMissingEvents = async (table: Table, firm: FirmId, page: LogPage, nowMilliseconds: number) => {
  const { events } = await readRecords(table, {
    events: page.eventIds.map((id) => eventRecord(firm, id, nowMilliseconds)),
  });
  const eventIds = page.eventIds.map((id, index) =>
    events[index] === null && isEventRetained({ id }, nowMilliseconds) ? EXPIRED_EVENT : id,
  );
  return { ...page, eventIds };
};

type LostEvents = {
  readonly firm: FirmId;
  /** The table whose log is complete. */
  readonly old: Table;
  readonly restored: Table;
  readonly nowMilliseconds: number;
};

/** Returns the ids of a firm's events that a restored log lacks, in the order of their changes. */
export const lostEvents = async ({ firm, old, restored, nowMilliseconds }: LostEvents) => {
  const known = new Set(await loggedIds(restored, firm));
  const ids = await loggedIds(old, firm);
  return ids.filter((id) => !known.has(id) && isEventRetained({ id }, nowMilliseconds)).sort();
};

const loggedIds = async (table: Table, firm: FirmId): Promise<string[]> => {
  const ids: string[] = [];
  for await (const items of walkPartition(table, { pk: eventLogPartition(firm) }))
    ids.push(...items.flatMap((item) => parseLogPage(item).eventIds));
  return ids;
};
