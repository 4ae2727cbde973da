import type { EventResource } from "../../contract/events.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { batchesOf } from "../../runtime/to-batches.ts";
import { sendUpdate } from "../dynamodb/conditional-update.ts";
import type { Item, RecordKey } from "../dynamodb/item.ts";
import { type RecordRef, readRecords } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { walkPartition } from "../dynamodb/walk-items.ts";
import {
  eventKey,
  eventPartition,
  WEBHOOK_DELIVERY_PREFIX,
  webhookDeliveryPartition,
} from "../record-keys.ts";
import { parseEventBody } from "./event-item.ts";

/** The event to store instead; null when it stays as it is. */
export type Replacement = (event: EventResource) => EventResource | null;

type Options = { readonly replace: Replacement; readonly dryRun: boolean };

/** Replaces events in the firm's log; their ids and order stay. @returns the number of events */
export const eraseLoggedEvents = (table: Table, firm: FirmId, options: Options): Promise<number> =>
  eraseBodies(table, { pk: eventPartition(firm) }, options);

/** The same for deliveries of an endpoint that hold an event themselves. */
export const eraseDeliveredEvents = (
  table: Table,
  firm: FirmId,
  { webhookId, ...options }: Options & { readonly webhookId: string },
): Promise<number> => {
  const pk = webhookDeliveryPartition(firm, webhookId);
  return eraseBodies(table, { pk, sortPrefix: WEBHOOK_DELIVERY_PREFIX }, options);
};

/** Whether the log has all of these events. */
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
  { replace, dryRun }: Options,
): Promise<number> => {
  let count = 0;
  for await (const items of walkPartition(table, { ...partition, attributes: ["pk", "sk", "body"] })) {
    const replaced = items.flatMap((item) => replacedBody(item, replace));
    count += replaced.length;
    if (!dryRun) for (const { key, body } of replaced) await storeBody(table, key, body);
  }
  return count;
};

const replacedBody = ({ pk, sk, body }: Item, replace: Replacement) => {
  if (typeof body !== "string") return [];
  const event = replace(parseEventBody({ id: "", batch: 0, body }));
  return event === null ? [] : [{ key: { pk: String(pk), sk: String(sk) }, body: JSON.stringify(event) }];
};

const storeBody = (table: Table, Key: RecordKey, body: string) =>
  sendUpdate(table, {
    Key,
    UpdateExpression: "SET body = :body",
    ConditionExpression: "attribute_exists(pk)",
    ExpressionAttributeValues: { ":body": body },
  });
