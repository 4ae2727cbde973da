import { boundedMap, toBatches } from "../runtime/collections.ts";
import { commitWhenFree } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { ReadAgain, retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { eventToItem, type LoggedEvent } from "./event-item.store.ts";
import { type LogPage, openPageRecord, PAGE_EVENTS, putFullPage, putOpenPage } from "./log-page.store.ts";

// An append writes the events and the open page of the log in one transaction, which requires that nothing was appended
// since. So a number in the log shows that every lower one is taken.

type NewEvent = Omit<LoggedEvent, "number">;

/** Fits a transaction of at most 100 items and 4 MB. */
const BATCH_LIMITS = {
  entriesMaximum: PAGE_EVENTS,
  bytesMaximum: 2 * 1024 * 1024,
  bytesOf: ({ body }: NewEvent) => Buffer.byteLength(body),
};

/**
 * Appends the events in order, in as few transactions as possible. Skips events that the log already has.
 * @returns whether the log had one of them: then an earlier run has appended them
 */
export const appendEvents = async (
  table: Table,
  firm: FirmId,
  events: readonly NewEvent[],
  nowMilliseconds: number,
): Promise<boolean> => {
  let hadSome = false;
  for (const batch of toBatches(events, BATCH_LIMITS))
    hadSome = (await appendBatch(table, firm, batch, nowMilliseconds)) || hadSome;
  return hadSome;
};

/** The latest pages that this instance knows. An outdated page costs a refused write, never a wrong order. */
const openPages = boundedMap<FirmId, LogPage>(10_000);

const appendBatch = async (
  table: Table,
  firm: FirmId,
  events: readonly NewEvent[],
  nowMilliseconds: number,
): Promise<boolean> => {
  let missing = events;
  await retryReads(async () => {
    const before = openPages.get(firm) ?? (await readRecord(table, openPageRecord(firm, nowMilliseconds)));
    const { full, open } = pagesAfter(before, missing, nowMilliseconds);
    const outcome = await commitWhenFree(table, [
      ...missing.map((event, index) => ({
        New: eventToItem(firm, { ...event, number: before.lastNumber + index + 1 }),
      })),
      putOpenPage(firm, open, before),
      ...full.map((page) => putFullPage(firm, page, nowMilliseconds)),
    ]);
    if (outcome.result === "done") {
      openPages.set(firm, open);
      return;
    }
    openPages.delete(firm);
    missing = missing.filter((_, index) => outcome.reasons[index]?.failed !== true);
    if (missing.length > 0) throw new ReadAgain();
  });
  return missing.length < events.length;
};

type Pages = { readonly full: readonly LogPage[]; readonly open: LogPage };

/** Returns the open page with these events added; when they fill it, that page and the next one. */
const pagesAfter = (
  { lastNumber, eventIds, openedAtMilliseconds }: LogPage,
  events: readonly NewEvent[],
  nowMilliseconds: number,
): Pages => {
  const ids = [...eventIds, ...events.map(({ id }) => id)];
  const next = { lastNumber: lastNumber + events.length, openedAtMilliseconds };
  if (ids.length < PAGE_EVENTS) return { full: [], open: { ...next, eventIds: ids } };
  const rest = ids.slice(PAGE_EVENTS);
  return {
    full: [{ ...next, lastNumber: next.lastNumber - rest.length, eventIds: ids.slice(0, PAGE_EVENTS) }],
    open: { ...next, eventIds: rest, openedAtMilliseconds: nowMilliseconds },
  };
};
