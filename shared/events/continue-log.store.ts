import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { eventLogPartition } from "../table/record-keys.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { walkPartition } from "../table/walk-items.ts";
import { isEventRetained } from "./event-item.store.ts";
import type { LogPosition } from "./event-log.store.ts";
import { openPageRecord, parseLogPage, putFullPage, putOpenPage } from "./log-page.store.ts";

/** The page before the gap counts as expired, so readers do not wait for the events between. */
const LONG_AGO = 0;

/**
 * Makes a firm's log go on above a position, if it ends before. A restored log ends before positions that readers have,
 * and would give their numbers to other events, which these readers skip.
 * @returns the number of events that the log lacks
 */
export const continueLog = async (
  table: Table,
  firm: FirmId,
  { after, nowMilliseconds }: { readonly after: LogPosition; readonly nowMilliseconds: number },
): Promise<number> => {
  let gap = 0;
  await retryReads(async () => {
    const last = await readRecord(table, openPageRecord(firm, nowMilliseconds));
    gap = Math.max(0, after - last.lastNumber);
    if (gap === 0) return;
    // One more, so that no page of the original that an instance still knows is taken for this one.
    const open = { lastNumber: after + 1, eventIds: [], openedAtMilliseconds: LONG_AGO };
    await commit(table, [
      putOpenPage(firm, open, last),
      ...(last.eventIds.length > 0 ? [putFullPage(firm, last, nowMilliseconds)] : []),
    ]);
  });
  return gap;
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
