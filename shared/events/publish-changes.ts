import type { DynamoDBBatchResponse, DynamoDBRecord } from "aws-lambda";
import { groupBy } from "../runtime/collections.ts";
import { log } from "../runtime/log.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { appendEvents } from "./append-events.store.ts";
import { eventId, leadIdOf, recordIdOf } from "./change-event.rules.ts";
import { type EventBus, type Publication, publish } from "./event-bus.ts";
import { eventRecord, parseEventBody } from "./event-item.store.ts";
import type { EventType } from "./event-types.contract.ts";
import { type DeadLetters, FailedRecords, isPermanent } from "./failed-records.ts";
import { indexConflicts } from "./index-conflicts.ts";
import { moveActivity } from "./move-activity.ts";
import { type PublishableChange, readChanges, settingsOfFirms } from "./read-changes.ts";

type Dependencies = {
  readonly table: Table;
  readonly bus: EventBus;
  readonly deadLetters: DeadLetters;
  readonly now: () => number;
};

/**
 * Appends the events of a batch of stream records to their firms' logs and publishes them. A record that can never be
 * published goes to the dead letters. After a transient failure, reports the first record to deliver again: the stream
 * then delivers all after it again too.
 */
export const publishChanges = async (
  dependencies: Dependencies,
  records: readonly DynamoDBRecord[],
): Promise<DynamoDBBatchResponse> => {
  const failures = new FailedRecords(records);
  const batch = { records, failures, settingsOf: settingsOfFirms(dependencies.table) };
  const changes = await readChanges(dependencies.table, batch);
  const logged = await appendToLogs(dependencies, publishable(changes, failures), failures);
  await publishToBus(dependencies.bus, publishable(logged, failures), failures);
  await moveActivity(dependencies.table, logged, failures);
  await indexConflicts(dependencies, batch);
  await failures.sendDeadLetters(dependencies.deadLetters);
  const failed = records[failures.first]?.dynamodb?.SequenceNumber;
  return { batchItemFailures: failed === undefined ? [] : [{ itemIdentifier: failed }] };
};

const publishable = (changes: readonly PublishableChange[], failures: FailedRecords) =>
  changes.filter(({ index }) => index < failures.first && !failures.isUnpublishable(index));

/** Appends to each firm's log separately: a failure does not affect the others. */
const appendToLogs = async (
  dependencies: Dependencies,
  changes: readonly PublishableChange[],
  failures: FailedRecords,
): Promise<PublishableChange[]> => {
  const appending = [...groupBy(changes, ({ firmId }) => firmId).values()].map((ofFirm) =>
    appendToLog(dependencies, ofFirm, failures),
  );
  return (await Promise.all(appending)).flat();
};

const appendToLog = async (
  dependencies: Dependencies,
  changes: readonly PublishableChange[],
  failures: FailedRecords,
): Promise<readonly PublishableChange[]> => {
  try {
    return await append(dependencies, changes);
  } catch (error) {
    if (isPermanent(error)) return appendEach(dependencies, changes, failures);
    failures.addTransient(changes[0]?.index ?? 0, error);
    return [];
  }
};

/** Finds the changes that can never be appended, and appends the others. Stops at a transient failure. */
const appendEach = async (
  dependencies: Dependencies,
  changes: readonly PublishableChange[],
  failures: FailedRecords,
): Promise<PublishableChange[]> => {
  const appended: PublishableChange[] = [];
  for (const change of changes) {
    try {
      appended.push(...(await append(dependencies, [change])));
    } catch (error) {
      if (isPermanent(error)) failures.addPermanent(change.index, error);
      else {
        failures.addTransient(change.index, error);
        break;
      }
    }
  }
  return appended;
};

/** Appends changes of one firm. */
const append = async ({ table, now }: Dependencies, changes: readonly PublishableChange[]) => {
  const [first] = changes;
  if (first === undefined) return [];
  const events = changes.flatMap((change) =>
    change.events.map(({ event, body }) => ({ id: event.id, body, leadId: leadIdOf(event) })),
  );
  const isRepeated = await appendEvents(table, first.firmId, events, now());
  return isRepeated ? withLoggedEvents(table, first.firmId, changes, now()) : changes;
};

/** Restores the events that an earlier run has logged. Those that show other records may be others by now. */
const withLoggedEvents = async (
  table: Table,
  firm: FirmId,
  changes: readonly PublishableChange[],
  nowMilliseconds: number,
): Promise<PublishableChange[]> => {
  const duplicateId = ({ changeId }: PublishableChange) =>
    eventId(changeId, "lead.duplicate_found" satisfies EventType);
  const ids = changes.flatMap((change) => [
    ...change.events.map(({ event }) => event.id),
    duplicateId(change),
  ]);
  const { logged } = await readRecords(table, {
    logged: Object.fromEntries(ids.map((id) => [id, eventRecord(firm, id, nowMilliseconds)])),
  });
  const loggedWith = (id: string) => {
    const found = logged[id];
    return found ? [{ event: parseEventBody(found), body: found.body }] : [];
  };
  return changes.map((change) => {
    const events = change.events.map((each) => loggedWith(each.event.id)[0] ?? each);
    const hasDuplicates = events.some(({ event }) => event.id === duplicateId(change));
    return { ...change, events: [...events, ...(hasDuplicates ? [] : loggedWith(duplicateId(change)))] };
  });
};

const publishToBus = async (
  bus: EventBus,
  changes: readonly PublishableChange[],
  failures: FailedRecords,
) => {
  const { refusals, unsent } = await publish(
    bus,
    changes.flatMap((change) => toPublications(bus, change)),
  );
  for (const { origin, code, isPermanent } of refusals) {
    const refusal = Object.assign(new Error("The bus refused an event."), { code });
    if (isPermanent) failures.addPermanent(origin, refusal);
    else failures.addTransient(origin, refusal);
  }
  failures.first = Math.min(failures.first, ...unsent);
  const refused = new Set(refusals.map(({ origin }) => origin));
  for (const change of publishable(changes, failures)) if (!refused.has(change.index)) logPublished(change);
};

const logPublished = ({ firmId, changeId, requestId, events }: PublishableChange) => {
  for (const { event } of events)
    log("info", "event_published", { firmId, requestId, changeId, eventId: event.id });
};

const toPublications = (
  bus: EventBus,
  { index, firmId, requestId, events }: PublishableChange,
): Publication<number>[] =>
  events.map(({ event }) => ({
    origin: index,
    recordId: recordIdOf(event.data),
    entry: {
      EventBusName: bus.name,
      Source: "intake",
      DetailType: event.type,
      ...(requestId && { Resources: [requestId] }),
      Time: new Date(event.created_at),
      Detail: JSON.stringify({ ...event, firm_id: firmId }),
    },
  }));
