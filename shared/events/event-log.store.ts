import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { FirmId } from "../table/firm-id.ts";
import { listNewestFirst, type Page, type PageRange } from "../table/list-newest-first.ts";
import { type IdRange, listOldestFirst } from "../table/list-oldest-first.ts";
import { type RecordRef, readRecords } from "../table/read-records.ts";
import type { OnFault } from "../table/record-fault.ts";
import { eventLogPartition, eventPageKey, eventPartition, type Item } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import type { EventResource } from "./event.contract.ts";
import {
  eventRecord,
  firstRetainedId,
  isEventRetained,
  type LoggedEvent,
  parseEventBody,
  parseLoggedEvent,
} from "./event-item.store.ts";
import {
  isPageBeforeExpired,
  type LogPage,
  openPageRecord,
  PAGE_EVENTS,
  parseLogPage,
} from "./log-page.store.ts";

/** A position in a firm's log: the number of the event before it. */
export type LogPosition = number;

/** Events after a position, oldest first, and the position after the last examined one. */
type LogSection = {
  readonly events: readonly EventResource[];
  readonly latest: LogPosition;
  readonly hasMore: boolean;
};

/** An event in a list of the log, or of a lead's history. */
export type ListedEvent = { readonly id: string; readonly number: number; readonly event: EventResource };

export const parseListedEvent = (item: Item): ListedEvent => {
  const logged = parseLoggedEvent(item);
  return { id: logged.id, number: logged.number, event: parseEventBody(logged) };
};

/** A BatchGetItem reads 100 items. */
const SECTION_MAXIMUM = 100;
const SECTION_BYTES_MAXIMUM = 1024 * 1024;

/** Reads the position after the newest event. */
export const latestPosition = (firm: FirmId, nowMilliseconds: number): RecordRef<LogPosition> => {
  const { key, parse } = openPageRecord(firm, nowMilliseconds);
  return { key, parse: (item) => parse(item).lastNumber };
};

type Search<Value> = { readonly matches: (value: Value) => boolean; readonly nowMilliseconds: number };

/** Reads a page of the events, newest first. */
export const newestEvents = (
  table: Table,
  firm: FirmId,
  { matches, nowMilliseconds }: Search<ListedEvent>,
  range: PageRange,
): Promise<Page<ListedEvent>> =>
  listNewestFirst(
    table,
    {
      partition: { pk: eventPartition(firm) },
      from: firstRetainedId(nowMilliseconds),
      consistent: true,
      parse: parseListedEvent,
      matches,
    },
    range,
  );

/** Reads a section of the events by their ids, oldest first. `onFault` receives those that cannot be read. */
export const eventSection = (
  table: Table,
  firm: FirmId,
  onFault: OnFault,
  range: IdRange,
): Promise<Page<EventResource>> =>
  listOldestFirst(
    table,
    {
      partition: { pk: eventPartition(firm) },
      consistent: true,
      parse: (item) => parseEventBody(parseLoggedEvent(item)),
      onFault,
    },
    range,
  );

/** Reads the events after a position. Examines at most 100, and omits expired ones. */
export const eventsAfter = async (
  table: Table,
  firm: FirmId,
  position: LogPosition,
  { limit, matches, nowMilliseconds }: Search<EventResource> & { readonly limit: number },
): Promise<LogSection> => {
  const size = Math.min(limit, SECTION_MAXIMUM);
  const { entries, isLast } = await readNumbers(table, firm, { position, size, nowMilliseconds });
  const read = await readEntries(table, entries.slice(0, size), (id) =>
    eventRecord(firm, id, nowMilliseconds),
  );
  const fitting = fittingEntries(read, nowMilliseconds);
  return {
    events: fitting.flatMap(({ event }) => (event !== null && matches(event) ? [event] : [])),
    latest: fitting.at(-1)?.number ?? position,
    hasMore: fitting.length < entries.length || !isLast,
  };
};

/** The number and id of an event. */
type Entry = { readonly number: number; readonly id: string };

type Section = { readonly position: LogPosition; readonly size: number; readonly nowMilliseconds: number };

/** Reads the entries after a position, at least as many as wanted if the log has so many. */
const readNumbers = async (table: Table, firm: FirmId, { position, size, nowMilliseconds }: Section) => {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk AND sk > :position",
      ExpressionAttributeValues: {
        ":pk": eventLogPartition(firm),
        ":position": eventPageKey(firm, position).sk,
      },
      // A page that is read in part, and the open one, which sorts last.
      Limit: Math.ceil(size / PAGE_EVENTS) + 2,
    }),
  );
  const pages = Items.map(parseLogPage);
  const readable = pagesBeforeGap(pages, position, nowMilliseconds);
  return {
    entries: readable.flatMap((page, index) =>
      entriesAfter(page, readable[index - 1]?.lastNumber ?? position),
    ),
    isLast: readable.length === pages.length && LastEvaluatedKey === undefined,
  };
};

/**
 * Returns the pages before a gap. A query is not a snapshot: it may pass the place of a page before its write, and
 * still return the next page. Only an expired page is really missing. Pages after any other gap wait until it can be
 * read.
 */
const pagesBeforeGap = (pages: readonly LogPage[], position: LogPosition, nowMilliseconds: number) => {
  const gap = pages.findIndex((page, index) => {
    const reached = pages[index - 1]?.lastNumber ?? position;
    return page.lastNumber - page.eventIds.length > reached && !isPageBeforeExpired(page, nowMilliseconds);
  });
  return gap === -1 ? pages : pages.slice(0, gap);
};

/** Returns the entries after a position. An outdated open page, from before the page before it was full, adds none. */
const entriesAfter = ({ lastNumber, eventIds }: LogPage, position: LogPosition): Entry[] =>
  eventIds
    .map((id, index) => ({ id, number: lastNumber - eventIds.length + index + 1 }))
    .filter(({ number }) => number > position);

/** Reads the events of the entries; null for one that has expired, or is not readable yet. */
const readEntries = async (
  table: Table,
  entries: readonly Entry[],
  recordOf: (id: string) => RecordRef<LoggedEvent | null>,
) => {
  const records = Object.fromEntries(entries.map(({ id }) => [id, recordOf(id)]));
  const logged = await readRecords(table, records);
  return entries.map(({ id, number }) => {
    const found = logged[id] ?? null;
    return { id, number, event: found && parseEventBody(found), bytes: found?.body.length ?? 0 };
  });
};

type ReadEntry = Awaited<ReturnType<typeof readEntries>>[number];

/**
 * Returns the first entries up to the one that reaches the limit of an answer, and before one that is not readable yet:
 * for a moment, reads may see only some items of a transaction.
 */
const fittingEntries = (entries: readonly ReadEntry[], nowMilliseconds: number): ReadEntry[] => {
  let bytes = 0;
  const end = entries.findIndex((entry) => {
    const isFull = bytes >= SECTION_BYTES_MAXIMUM;
    bytes += entry.bytes;
    return isFull || (entry.event === null && isEventRetained(entry, nowMilliseconds));
  });
  return end === -1 ? [...entries] : entries.slice(0, end);
};
