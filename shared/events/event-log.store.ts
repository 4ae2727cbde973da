import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import { listNewestFirst, type Page, type PageRange } from "../table/list-newest-first.ts";
import { type IdRange, listOldestFirst } from "../table/list-oldest-first.ts";
import { type RecordRef, readRecords } from "../table/read-records.ts";
import { eventBatchKey, eventLogPartition, eventPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import type { EventResource } from "./event.contract.ts";
import {
  eventRecord,
  isEventRetained,
  type LoggedEvent,
  parseEventBody,
  parseLoggedEvent,
} from "./event-item.store.ts";

/** A position in a firm's log: after so many events of a batch. */
export type LogPosition = { readonly batch: number; readonly offset: number };

const LOG_START: LogPosition = { batch: 0, offset: 0 };

type Matches = (event: EventResource) => boolean;

/** Events after a position, oldest first, and the position after the last one that was examined. */
export type LogSection = {
  readonly events: readonly EventResource[];
  readonly latest: LogPosition;
  readonly hasMore: boolean;
};

/** An event of the list, with the batch that it was appended with. */
type ListedEvent = { readonly id: string; readonly batch: number; readonly event: EventResource };

/** A BatchGetItem reads 100 items. */
const SECTION_MAXIMUM = 100;
const SECTION_BYTES_MAXIMUM = 1024 * 1024;

export const eventLog = (table: Table, firm: FirmId, nowMilliseconds: number) => ({
  /** The position after the newest event. */
  latest: async (): Promise<LogPosition> => {
    const { Items: [last] = [] } = await table.client.send(
      new QueryCommand({ ...batchQuery(table, firm, LOG_START), ScanIndexForward: false, Limit: 1 }),
    );
    const entries = last ? entriesOf(parseBatch(last)) : [];
    return entries.at(-1)?.position ?? LOG_START;
  },

  /** Newest first, of the events up to a position. */
  list: async (
    { latest, matches }: { latest: LogPosition; matches: Matches },
    range: PageRange,
  ): Promise<Page<ListedEvent>> =>
    listNewestFirst(
      table,
      {
        partition: { pk: eventPartition(firm) },
        consistent: true,
        parse: (item) => {
          const logged = parseLoggedEvent(item);
          return { id: logged.id, batch: logged.batch, event: parseEventBody(logged) };
        },
        matches: ({ batch, event }) =>
          batch <= latest.batch && isEventRetained(event, nowMilliseconds) && matches(event),
      },
      range,
    ),

  /** A section of the events by their ids, oldest first. */
  listRange: (range: IdRange): Promise<Page<EventResource>> =>
    listOldestFirst(
      table,
      {
        partition: { pk: eventPartition(firm) },
        consistent: true,
        parse: (item) => parseEventBody(parseLoggedEvent(item)),
      },
      range,
    ),

  /** Examines at most 100 events; those that have expired are left out. */
  readAfter: async (
    position: LogPosition,
    { limit, matches }: { limit: number; matches: Matches },
  ): Promise<LogSection> => {
    const size = Math.min(limit, SECTION_MAXIMUM);
    const { batches, isLast } = await readBatches(table, firm, position, size + 2);
    const entries = batches.flatMap(entriesOf).filter((entry) => isAfter(entry.position, position));
    const read = await readEntries(table, entries.slice(0, size), (id) =>
      eventRecord(firm, id, nowMilliseconds),
    );
    const fitting = fittingEntries(read, nowMilliseconds);
    return {
      events: fitting.flatMap(({ event }) => (event !== null && matches(event) ? [event] : [])),
      latest: fitting.at(-1)?.position ?? position,
      hasMore: fitting.length < entries.length || !isLast,
    };
  },
});

const batchItem = lazy(() => z.object({ sk: z.string(), events: z.array(z.string()) }));

type Batch = { readonly number: number; readonly events: readonly string[] };

const parseBatch = (item: Item): Batch => {
  const { sk, events } = batchItem().parse(item);
  return { number: Number(sk), events };
};

/**
 * The batches from a position on, in order. A query is no snapshot: it may pass the place of a batch before that is
 * written, and still return the next one. Numbers have no gaps, so a gap is read again: what is then missing before the
 * last batch of the first read has expired. The second read may have gaps of its own, after that batch.
 */
const readBatches = async (table: Table, firm: FirmId, position: LogPosition, limit: number) => {
  const read = async () => {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...batchQuery(table, firm, position), Limit: limit }),
    );
    return { batches: Items.map(parseBatch), isLast: LastEvaluatedKey === undefined };
  };
  const first = await read();
  const last = first.batches.at(-1);
  if (last === undefined || !hasGap(first.batches, position)) return first;
  const second = await read();
  const batches = second.batches.filter(({ number }) => number <= last.number);
  return { batches, isLast: second.isLast && batches.length === second.batches.length };
};

const hasGap = (batches: readonly Batch[], { batch }: LogPosition) =>
  batches.some(({ number }, index) => number > (batches[index - 1]?.number ?? batch) + 1);

/** An event of a batch; the position is the one after it. */
type Entry = { readonly id: string; readonly position: LogPosition };

const entriesOf = ({ number, events }: Batch): Entry[] =>
  events.map((id, index) => ({ id, position: { batch: number, offset: index + 1 } }));

/** The events of the entries; null for one that has expired, or that is not readable yet. */
const readEntries = async (
  table: Table,
  entries: readonly Entry[],
  recordOf: (id: string) => RecordRef<LoggedEvent | null>,
) => {
  const records = Object.fromEntries(entries.map(({ id }) => [id, recordOf(id)]));
  const logged = await readRecords(table, records);
  return entries.map(({ id, position }) => {
    const found = logged[id] ?? null;
    return { id, position, event: found && parseEventBody(found), bytes: found?.body.length ?? 0 };
  });
};

type ReadEntry = Awaited<ReturnType<typeof readEntries>>[number];

/**
 * The first entries up to the one that reaches the limit of an answer, and before one that is not readable yet: reads
 * may see one item of a transaction before the other, for a moment.
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

const batchQuery = (table: Table, firm: FirmId, { batch }: LogPosition) => ({
  TableName: table.name,
  ConsistentRead: true,
  KeyConditionExpression: "pk = :pk AND sk >= :from",
  ExpressionAttributeValues: { ":pk": eventLogPartition(firm), ":from": eventBatchKey(firm, batch).sk },
});

const isAfter = (one: LogPosition, other: LogPosition) =>
  one.batch > other.batch || (one.batch === other.batch && one.offset > other.offset);
