import { millisecondsInDay } from "date-fns/constants";
import { batchesOf } from "../runtime/collections.ts";
import { idAt, LAST_ID } from "../runtime/record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Page } from "../table/list-newest-first.ts";
import { type RecordRef, readRecords } from "../table/read-records.ts";
import { type OnFault, processRecord } from "../table/record-fault.ts";
import {
  eventKey,
  type Item,
  type RecordKey,
  WEBHOOK_DELIVERY_PREFIX,
  webhookDeliveryPartition,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import { walkRecords } from "../table/walk-items.ts";
import type { EventResource } from "./event.contract.ts";
import { firstRetainedId, parseEventBody } from "./event-item.store.ts";
import { eventSection } from "./event-log.store.ts";
import { historySection } from "./lead-history.store.ts";

/** Returns the event to store instead; null when it stays unchanged. */
type Replacement = (event: EventResource) => EventResource | null;

type Options = { readonly replace: Replacement; readonly dryRun: boolean; readonly onFault: OnFault };

type EventSearch = {
  readonly leadIds: readonly string[];
  readonly nowMilliseconds: number;
  readonly onFault: OnFault;
};

/**
 * Replaces events in the firm's log and in the histories of the leads; their ids and order stay.
 * @returns the number of events
 */
export const eraseLoggedEvents = (
  table: Table,
  firm: FirmId,
  options: EventSearch & Options,
): Promise<number> => eraseEach(table, loggedEvents(table, firm, options), options);

/** Replaces the same in deliveries of an endpoint that contain an event. */
export const eraseDeliveredEvents = (
  table: Table,
  firm: FirmId,
  { webhookId, ...options }: Options & { readonly webhookId: string },
): Promise<number> =>
  eraseEach(
    table,
    deliveredEvents(table, webhookDeliveryPartition(firm, webhookId), options.onFault),
    options,
  );

/** An event, and the key of the item that has it. */
type StoredEvent = { readonly key: RecordKey; readonly event: EventResource };

async function* loggedEvents(table: Table, firm: FirmId, search: EventSearch): AsyncGenerator<StoredEvent> {
  for await (const event of eventsToErase(table, firm, search))
    yield { key: eventKey(firm, event.id), event };
}

/** DynamoDB deletes expired items up to days late. */
const LATE_DELETION_MILLISECONDS = 7 * millisecondsInDay;

const FIRST_ID = idAt(0);

/**
 * Yields all events that may be about the leads. Omits unreadable ones. Reads the whole log, since that is consistent
 * and has events that name no lead, and events whose retention has just ended. Reads older ones from the histories.
 */
export async function* eventsToErase(
  table: Table,
  firm: FirmId,
  { leadIds, nowMilliseconds, onFault }: EventSearch,
): AsyncGenerator<EventResource> {
  const onUnread: OnFault = (id, fault) => onFault(`the event ${id}`, fault);
  const logStart = firstRetainedId(nowMilliseconds - LATE_DELETION_MILLISECONDS);
  yield* allOf((afterId) => eventSection(table, firm, onUnread, { from: logStart, to: LAST_ID, afterId }));
  for (const leadId of leadIds) {
    const search = { leadId, onFault: onUnread };
    yield* allOf((afterId) => historySection(table, firm, search, { from: FIRST_ID, to: logStart, afterId }));
  }
}

/** Yields the records of all sections. */
async function* allOf<Record>(
  sectionAfter: (afterId: string | null) => Promise<Page<Record>>,
): AsyncGenerator<Record> {
  let afterId: string | null = null;
  do {
    const section: Page<Record> = await sectionAfter(afterId);
    yield* section.records;
    afterId = section.lastId;
  } while (afterId !== null);
}

async function* deliveredEvents(table: Table, pk: string, onFault: OnFault): AsyncGenerator<StoredEvent> {
  const deliveries = walkRecords(table, {
    pk,
    sortPrefix: WEBHOOK_DELIVERY_PREFIX,
    attributes: ["sk", "body"],
    kind: "event",
    parse: ({ sk, body }: Item) =>
      typeof body === "string" ? [{ key: { pk, sk: String(sk) }, event: parseEventBody({ body }) }] : [],
    onFault,
  });
  for await (const events of deliveries) yield* events.flat();
}

const eraseEach = async (
  table: Table,
  events: AsyncIterable<StoredEvent>,
  { replace, dryRun, onFault }: Options,
): Promise<number> => {
  let count = 0;
  const erase = async ({ key, event }: StoredEvent) => {
    const erased = replace(event);
    if (erased === null) return;
    if (!dryRun) await storeBody(table, key, JSON.stringify(erased));
    count += 1;
  };
  for await (const stored of events)
    await processRecord(
      () => erase(stored),
      (fault) => onFault(`the event ${stored.event.id}`, fault),
    );
  return count;
};

const storeBody = (table: Table, Key: RecordKey, body: string) =>
  updateItem(table, {
    Key,
    UpdateExpression: "SET body = :body",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":body": body },
  });

/** Returns whether the log has all of these events. */
export const areLogged = async (table: Table, firm: FirmId, ids: readonly string[]): Promise<boolean> => {
  for (const batch of batchesOf(ids, BATCH_MAXIMUM)) {
    const { logged } = await readRecords(table, { logged: batch.map((id) => loggedRecord(firm, id)) });
    if (logged.includes(false)) return false;
  }
  return true;
};

const BATCH_MAXIMUM = 100;

const loggedRecord = (firm: FirmId, id: string): RecordRef<boolean> => ({
  key: eventKey(firm, id),
  parse: (item) => item !== undefined,
});
