import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { EventResource } from "../../contract/events.ts";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Item } from "../dynamodb/item.ts";
import { listNewestFirst, type Page, type PageRange } from "../dynamodb/list-newest-first.ts";
import { type IdRange, listOldestFirst } from "../dynamodb/list-oldest-first.ts";
import { type RecordRef, readRecords } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { eventBatchKey, eventLogPartition, eventPartition } from "../record-keys.ts";
import {
  eventRecord,
  isEventRetained,
  type LoggedEvent,
  parseEventBody,
  parseLoggedEvent,
} from "./event-item.ts";

/** A position in a firm's log: after so many events of a batch. */
export type LogPosition = { readonly batch: number; readonly offset: number };

export const LOG_START: LogPosition = { batch: 0, offset: 0 };

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
    const entries = last ? entriesOf(last) : [];
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
      { pk: eventPartition(firm), prefix: "", parse: (item) => parseEventBody(parseLoggedEvent(item)) },
      range,
    ),

  /** Examines at most 100 events; those that have expired are left out. */
  readAfter: async (
    position: LogPosition,
    { limit, matches }: { limit: number; matches: Matches },
  ): Promise<LogSection> => {
    const size = Math.min(limit, SECTION_MAXIMUM);
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...batchQuery(table, firm, position), Limit: size + 1 }),
    );
    const entries = Items.flatMap(entriesOf).filter((entry) => isAfter(entry.position, position));
    const read = await readEntries(table, entries.slice(0, size), (id) =>
      eventRecord(firm, id, nowMilliseconds),
    );
    const fitting = fittingEntries(read);
    return {
      events: fitting.flatMap(({ event }) => (event !== null && matches(event) ? [event] : [])),
      latest: fitting.at(-1)?.position ?? position,
      hasMore: fitting.length < entries.length || LastEvaluatedKey !== undefined,
    };
  },
});

type Entry = { readonly id: string; readonly position: LogPosition };

/** The events of the entries; null for one that has expired. */
const readEntries = async (
  table: Table,
  entries: readonly Entry[],
  recordOf: (id: string) => RecordRef<LoggedEvent | null>,
) => {
  const records = Object.fromEntries(entries.map(({ id }) => [id, recordOf(id)]));
  const logged = await readRecords(table, records);
  return entries.map(({ id, position }) => {
    const found = logged[id] ?? null;
    return { position, event: found && parseEventBody(found), bytes: found?.body.length ?? 0 };
  });
};

/** The first entries up to the one that reaches the limit of an answer. */
const fittingEntries = <Read extends { readonly bytes: number }>(entries: readonly Read[]): Read[] => {
  let bytes = 0;
  const last = entries.findIndex((entry) => {
    bytes += entry.bytes;
    return bytes >= SECTION_BYTES_MAXIMUM;
  });
  return entries.slice(0, last === -1 ? entries.length : last + 1);
};

const batchQuery = (table: Table, firm: FirmId, { batch }: LogPosition) => ({
  TableName: table.name,
  ConsistentRead: true,
  KeyConditionExpression: "pk = :pk AND sk >= :from",
  ExpressionAttributeValues: { ":pk": eventLogPartition(firm), ":from": eventBatchKey(firm, batch).sk },
});

const batchItem = lazy(() => z.object({ sk: z.string(), events: z.array(z.string()) }));

/** The events of a batch, each with the position after it. */
const entriesOf = (item: Item): Entry[] => {
  const { sk, events } = batchItem().parse(item);
  return events.map((id, index) => ({ id, position: { batch: Number(sk), offset: index + 1 } }));
};

const isAfter = (one: LogPosition, other: LogPosition) =>
  one.batch > other.batch || (one.batch === other.batch && one.offset > other.offset);
