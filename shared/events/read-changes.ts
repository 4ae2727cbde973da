import type { DynamoDBRecord } from "aws-lambda";
import { $ZodError } from "zod/v4/core";
import { mapConcurrently } from "../runtime/map-concurrently.ts";
import { type FirmSettings, hasStages } from "../settings/firm.rules.ts";
import { erasableSettingsRecord } from "../settings/firm.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { parseEventSourceKey } from "../table/parse-record-keys.ts";
import { type RecordRef, readRecord, readRecords, uncached } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import type { EventResource } from "./event.contract.ts";
import { ENTRY_BYTES_MAXIMUM } from "./event-bus.ts";
import type { FailedRecords } from "./failed-records.ts";
import { parseStoredChange, type StoredChange } from "./stored-change.store.ts";

/** The events of a stream record. `index` is the record's place in the batch. */
export type PublishableChange = Pick<StoredChange, "firmId" | "changeId" | "requestId"> & {
  readonly index: number;
  readonly events: readonly { readonly event: EventResource; readonly body: string }[];
};

/** Each new lead needs two queries: a batch of 100 would open 200 connections at once. */
const CONCURRENT_READS = 10;

type Batch = {
  readonly records: readonly DynamoDBRecord[];
  readonly failures: FailedRecords;
  readonly settingsOf: SettingsOf;
};

/** Reads the changes of a batch of stream records. Adds those that cannot be read to the failures. */
export const readChanges = async (
  table: Table,
  { records, failures, settingsOf }: Batch,
): Promise<PublishableChange[]> => {
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

/** Reads one change. Returns nothing for a firm without settings, which was erased: not even a dead letter is kept. */
const readChange = async (
  table: Table,
  { record, index }: { record: DynamoDBRecord; index: number },
  settingsOf: SettingsOf,
): Promise<PublishableChange[]> => {
  const firmId = firmOfRecord(record);
  const settings = firmId && (await settingsOf(firmId, (known) => hasStages(known, stagesIn(record))));
  if (firmId && !settings) return [];
  const change = parseStoredChange(record);
  if (!change || !settings) return [];
  const read = await readRecords(table, change.reads).catch(rethrowTransient);
  return [{ ...change, index, events: withBodies(change.eventsWith({ settings, ...read })) }];
};

/** Returns the stages in a lead's events. */
const stagesIn = ({ dynamodb }: DynamoDBRecord): string[] =>
  [dynamodb?.OldImage, dynamodb?.NewImage].flatMap((image) => image?.stage?.S ?? []);

/** Returns null for a record of a kind that emits no events. */
const firmOfRecord = ({ dynamodb }: DynamoDBRecord): FirmId | null => {
  const { pk, sk } = dynamodb?.NewImage ?? {};
  return parseEventSourceKey({ pk: pk?.S ?? "", sk: sk?.S ?? "" })?.firmId ?? null;
};

/** A transient failure: a call of the store failed. */
class StoreError extends Error {
  override readonly name = "StoreError";
}

/** Rethrows an error. A malformed item stays malformed; any other error of a call passes. */
const rethrowTransient = (cause: unknown): never => {
  if (cause instanceof $ZodError) throw cause;
  throw new StoreError("A call of the store failed.", { cause });
};

/** Returns the settings of a firm. Those of the cache must pass the check. */
export type SettingsOf = (
  firm: FirmId,
  isRecent: (settings: FirmSettings) => boolean,
) => Promise<FirmSettings | null>;

/** Reads each firm's settings once for the batch, and again if the cached ones do not know what has changed since. */
export const settingsOfFirms = (table: Table): SettingsOf => {
  const read = (ref: RecordRef<FirmSettings | null>) => readRecord(table, ref).catch(rethrowTransient);
  const known = onceEach((firm: FirmId) => read(erasableSettingsRecord(firm)));
  const current = onceEach((firm: FirmId) => read(uncached(erasableSettingsRecord(firm))));
  return async (firm, isRecent) => {
    const settings = await known(firm);
    return settings && !isRecent(settings) ? current(firm) : settings;
  };
};

/** Remembers the result for each argument. */
const onceEach = <Argument, Result>(resultOf: (argument: Argument) => Result) => {
  const results = new Map<Argument, Result>();
  return (argument: Argument): Result => {
    const result = results.get(argument) ?? resultOf(argument);
    results.set(argument, result);
    return result;
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
