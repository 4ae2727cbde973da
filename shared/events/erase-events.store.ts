import { batchesOf } from "../runtime/collections.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type RecordRef, readRecords } from "../table/read-records.ts";
import { type OnFault, processRecord } from "../table/record-fault.ts";
import {
  eventKey,
  eventPartition,
  type RecordKey,
  WEBHOOK_DELIVERY_PREFIX,
  webhookDeliveryPartition,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import { walkPartition } from "../table/walk-items.ts";
import type { EventResource } from "./event.contract.ts";
import { parseEventBody } from "./event-item.store.ts";

/** Returns the event to store instead; null when it stays unchanged. */
type Replacement = (event: EventResource) => EventResource | null;

type Options = { readonly replace: Replacement; readonly dryRun: boolean; readonly onFault: OnFault };

/**
 * Replaces events in the firm's log; their ids and order stay.
 * @returns the number of events
 */
export const eraseLoggedEvents = (table: Table, firm: FirmId, options: Options): Promise<number> =>
  eraseBodies(table, { pk: eventPartition(firm) }, options);

/** Replaces the same in deliveries of an endpoint that contain an event. */
export const eraseDeliveredEvents = (
  table: Table,
  firm: FirmId,
  { webhookId, ...options }: Options & { readonly webhookId: string },
): Promise<number> => {
  const pk = webhookDeliveryPartition(firm, webhookId);
  return eraseBodies(table, { pk, sortPrefix: WEBHOOK_DELIVERY_PREFIX }, options);
};

/** Yields every event in the firm's log, also those whose retention has just ended. Omits unreadable ones. */
export async function* loggedEvents(
  table: Table,
  firm: FirmId,
  onFault: OnFault,
): AsyncGenerator<EventResource> {
  for await (const { key, body } of walkBodies(table, { pk: eventPartition(firm) })) {
    const event = await processRecord(
      async () => parseEventBody({ body }),
      (fault) => onFault(nameOf(key), fault),
    );
    if (event) yield event;
  }
}

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

type Partition = { readonly pk: string; readonly sortPrefix?: string };

const eraseBodies = async (
  table: Table,
  partition: Partition,
  { replace, dryRun, onFault }: Options,
): Promise<number> => {
  let count = 0;
  const erase = async ({ key, body }: StoredBody) => {
    const erased = replace(parseEventBody({ body }));
    if (erased === null) return;
    if (!dryRun) await storeBody(table, key, JSON.stringify(erased));
    count += 1;
  };
  for await (const stored of walkBodies(table, partition))
    await processRecord(
      () => erase(stored),
      (fault) => onFault(nameOf(stored.key), fault),
    );
  return count;
};

const nameOf = ({ sk }: RecordKey) => `the event ${sk}`;

type StoredBody = { readonly key: RecordKey; readonly body: string };

/** Yields the events in items of the partition, as text. */
async function* walkBodies(table: Table, partition: Partition): AsyncGenerator<StoredBody> {
  for await (const items of walkPartition(table, { ...partition, attributes: ["pk", "sk", "body"] })) {
    for (const { pk, sk, body } of items) {
      if (typeof body !== "string") continue;
      yield { key: { pk: String(pk), sk: String(sk) }, body };
    }
  }
}

const storeBody = (table: Table, Key: RecordKey, body: string) =>
  updateItem(table, {
    Key,
    UpdateExpression: "SET body = :body",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":body": body },
  });
