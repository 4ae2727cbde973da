import type { DynamoDBRecord } from "aws-lambda";
import { $ZodError } from "zod/v4/core";
import { mapConcurrently } from "../runtime/map-concurrently.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { erasableSettingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { parseEventSourceKey } from "../table/parse-record-keys.ts";
import { readRecord, readRecords } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import type { EventResource } from "./event.contract.ts";
import { ENTRY_BYTES_MAXIMUM } from "./event-bus.ts";
import type { FailedRecords } from "./failed-records.ts";
import { parseStoredChange, type StoredChange } from "./stored-change.store.ts";

/** The events of a stream record; `index` is the record's place in the batch. */
export type PublishableChange = Pick<StoredChange, "firmId" | "recordId" | "changeId" | "requestId"> & {
  readonly index: number;
  readonly events: readonly { readonly event: EventResource; readonly body: string }[];
};

/** Each new lead is looked up by two queries: a batch of 100 would open 200 connections at once. */
const CONCURRENT_READS = 10;

/** The changes of a batch of stream records. Those that cannot be read are among the failures. */
export const readChanges = async (
  table: Table,
  records: readonly DynamoDBRecord[],
  failures: FailedRecords,
): Promise<PublishableChange[]> => {
  const settingsOf = settingsOfFirms(table);
  const changes = await mapConcurrently(records, CONCURRENT_READS, async (record, index) => {
    try {
      return await readChange(table, { record, index }, settingsOf);
    } catch (error) {
      if (error instanceof StoreError) failures.addTransient(index, error);
      else failures.addPermanent(index, error);
      return [];
    }
  });
  return changes.flat();
};

/** Nothing for a firm without settings, which was erased: not even a record that can never be published is kept. */
const readChange = async (
  table: Table,
  { record, index }: { record: DynamoDBRecord; index: number },
  settingsOf: (firm: FirmId) => Promise<FirmSettings | null>,
): Promise<PublishableChange[]> => {
  const firmId = firmOfRecord(record);
  const settings = firmId && (await settingsOf(firmId));
  if (firmId && !settings) return [];
  const change = parseStoredChange(record);
  if (!change || !settings) return [];
  const read = await readRecords(table, change.reads).catch(rethrowTransient);
  return [{ ...change, index, events: withBodies(change.eventsWith({ settings, ...read })) }];
};

/** Null for a record of a kind that emits no events. */
const firmOfRecord = ({ dynamodb }: DynamoDBRecord): FirmId | null => {
  const { pk, sk } = dynamodb?.NewImage ?? {};
  return parseEventSourceKey({ pk: pk?.S ?? "", sk: sk?.S ?? "" })?.firmId ?? null;
};

/** A call of the store failed: a transient failure. */
class StoreError extends Error {
  override readonly name = "StoreError";
}

/** A malformed item stays malformed; whatever else a call of the store throws passes. */
const rethrowTransient = (cause: unknown): never => {
  if (cause instanceof $ZodError) throw cause;
  throw new StoreError("A call of the store failed.", { cause });
};

/** Reads each firm's settings once for the batch. */
const settingsOfFirms = (table: Table) => {
  const settings = new Map<FirmId, Promise<FirmSettings | null>>();
  return (firm: FirmId): Promise<FirmSettings | null> => {
    const read =
      settings.get(firm) ?? readRecord(table, erasableSettingsRecord(firm)).catch(rethrowTransient);
    settings.set(firm, read);
    return read;
  };
};

/** @throws when an event is larger than the bus accepts */
const withBodies = (events: readonly EventResource[]): PublishableChange["events"] => {
  const publishable = events.map((event) => ({ event, body: JSON.stringify(event) }));
  if (publishable.some(({ body }) => Buffer.byteLength(body) > EVENT_BYTES_MAXIMUM)) {
    throw new Error("An event is larger than the bus accepts.");
  }
  return publishable;
};

/** Leaves room for the entry's other fields. */
const EVENT_BYTES_MAXIMUM = ENTRY_BYTES_MAXIMUM - 1_024;
