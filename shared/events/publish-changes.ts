import type { DynamoDBBatchResponse, DynamoDBRecord } from "aws-lambda";
import * as z from "zod/mini";
import type { EventResource } from "../contract/events.ts";
import type { FirmSettings } from "../domain/firm/firm.ts";
import type { FirmId } from "../domain/firm/firm-id.ts";
import { describeCause } from "../runtime/describe-cause.ts";
import { log } from "../runtime/log.ts";
import { readRecord } from "../storage/dynamodb/read-records.ts";
import type { Table } from "../storage/dynamodb/table.ts";
import { appendEvents } from "../storage/events/append-events.ts";
import { settingsRecord } from "../storage/firm/firm-store.ts";
import { type DeadLetters, sendDeadLetter } from "./dead-letters.ts";
import { ENTRY_BYTES_MAXIMUM, type EventBus, type Publication, publish } from "./event-bus.ts";
import { parseStoredChange, type StoredChange } from "./stored-change.ts";

type Dependencies = {
  readonly table: Table;
  readonly bus: EventBus;
  readonly deadLetters: DeadLetters;
  readonly now: () => number;
};

/** The events of a stream record; `index` is the record's place in the batch. */
type Change = {
  readonly index: number;
  readonly firmId: FirmId;
  readonly recordId: string;
  readonly events: readonly { readonly event: EventResource; readonly body: string }[];
};

/**
 * Appends the events of a batch of stream records to their firms' logs and publishes them. A record that can never be
 * published goes to the dead letters. After a passing failure, reports the first record to deliver again: the stream
 * then delivers all after it again too.
 */
export const publishChanges = async (
  dependencies: Dependencies,
  records: readonly DynamoDBRecord[],
): Promise<DynamoDBBatchResponse> => {
  const failures = new FailedRecords(dependencies.deadLetters, records);
  const changes = await readChanges(dependencies.table, records, failures);
  await Promise.all(
    [...groupByFirm(changes)].map(([firmId, ofFirm]) =>
      appendToLog(dependencies, firmId, ofFirm).catch((error: unknown) =>
        failures.addPassing(ofFirm[0]?.index ?? 0, error),
      ),
    ),
  );
  await publishToBus(
    dependencies.bus,
    changes.filter(({ index }) => index < failures.first),
    failures,
  );
  const failed = records[failures.first]?.dynamodb?.SequenceNumber;
  return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
};

/** What went wrong with the records of a batch. */
class FailedRecords {
  /** The first record to deliver again; beyond the last one when there is none. */
  first: number;
  readonly #deadLetters: DeadLetters;
  readonly #records: readonly DynamoDBRecord[];

  constructor(deadLetters: DeadLetters, records: readonly DynamoDBRecord[]) {
    this.#deadLetters = deadLetters;
    this.#records = records;
    this.first = records.length;
  }

  addPassing(index: number, error: unknown) {
    this.first = Math.min(this.first, index);
    log("error", "change_not_published", { ...this.#describe(index), cause: this.#redacted(index, error) });
  }

  /** Sends the record to the dead letters; if that fails, it must be delivered again. */
  async addPermanent(index: number, error: unknown) {
    const record = this.#records[index];
    if (record === undefined) return;
    const reason = this.#redacted(index, error);
    log("error", "change_not_publishable", { ...this.#describe(index), cause: reason });
    await sendDeadLetter(this.#deadLetters, record, reason).catch((sendError: unknown) =>
      this.addPassing(index, sendError),
    );
  }

  #describe(index: number) {
    return { sequenceNumber: this.#records[index]?.dynamodb?.SequenceNumber ?? "" };
  }

  #redacted(index: number, error: unknown) {
    return describeCause(error, [this.#records[index]?.dynamodb]);
  }
}

const readChanges = async (
  table: Table,
  records: readonly DynamoDBRecord[],
  failures: FailedRecords,
): Promise<Change[]> => {
  const settings = settingsOfFirms(table);
  const changes = await Promise.all(
    records.map(async (record, index) => {
      try {
        const change = parseStoredChange(record);
        return change === null ? [] : [toChange(index, change, await settings(change.firmId))];
      } catch (error) {
        if (error instanceof UnreadSettingsError) failures.addPassing(index, error);
        else await failures.addPermanent(index, error);
        return [];
      }
    }),
  );
  return changes.flat();
};

/** The store did not return a firm's settings: a passing failure. */
class UnreadSettingsError extends Error {
  override readonly name = "UnreadSettingsError";
}

const readSettings = async (table: Table, firm: FirmId): Promise<FirmSettings> => {
  try {
    return await readRecord(table, settingsRecord(firm));
  } catch (cause) {
    if (cause instanceof z.core.$ZodError) throw cause;
    throw new UnreadSettingsError("The firm's settings could not be read.", { cause });
  }
};

/** Reads each firm's settings once for the batch. */
const settingsOfFirms = (table: Table) => {
  const settings = new Map<FirmId, Promise<FirmSettings>>();
  return (firm: FirmId): Promise<FirmSettings> => {
    const read = settings.get(firm) ?? readSettings(table, firm);
    settings.set(firm, read);
    return read;
  };
};

/** @throws when an event is larger than the bus accepts */
const toChange = (
  index: number,
  { firmId, recordId, eventsWith }: StoredChange,
  settings: FirmSettings,
): Change => {
  const events = eventsWith(settings).map((event) => ({ event, body: JSON.stringify(event) }));
  if (events.some(({ body }) => Buffer.byteLength(body) > EVENT_BYTES_MAXIMUM)) {
    throw new Error("An event is larger than the bus accepts.");
  }
  return { index, firmId, recordId, events };
};

/** Leaves room for the entry's other fields. */
const EVENT_BYTES_MAXIMUM = ENTRY_BYTES_MAXIMUM - 1_024;

const groupByFirm = (changes: readonly Change[]) => {
  const groups = new Map<FirmId, Change[]>();
  for (const change of changes) groups.set(change.firmId, [...(groups.get(change.firmId) ?? []), change]);
  return groups;
};

const appendToLog = ({ table, now }: Dependencies, firm: FirmId, changes: readonly Change[]) => {
  const events = changes.flatMap((change) => change.events.map(({ event: { id }, body }) => ({ id, body })));
  return appendEvents(table, firm, events, now());
};

const publishToBus = async (bus: EventBus, changes: readonly Change[], failures: FailedRecords) => {
  const { refusals, unsent } = await publish(
    bus,
    changes.flatMap((change) => toPublications(bus, change)),
  );
  for (const { origin, code, isPermanent } of refusals) {
    const refusal = new Error(`The bus refused an event: ${code}`);
    if (isPermanent) await failures.addPermanent(origin, refusal);
    else failures.addPassing(origin, refusal);
  }
  failures.first = Math.min(failures.first, ...unsent);
};

const toPublications = (bus: EventBus, { index, firmId, recordId, events }: Change): Publication<number>[] =>
  events.map(({ event }) => ({
    origin: index,
    recordId,
    entry: {
      EventBusName: bus.name,
      Source: "intake",
      DetailType: event.type,
      Time: new Date(event.created_at),
      Detail: JSON.stringify({ ...event, firm_id: firmId }),
    },
  }));
