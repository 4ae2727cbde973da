import type { DynamoDBBatchResponse, DynamoDBRecord } from "aws-lambda";
import { describeCause } from "../runtime/describe-cause.ts";
import { log } from "../runtime/log.ts";
import type { Table } from "../storage/dynamodb/table.ts";
import { type EventBus, type Publication, publish } from "./event-bus.ts";
import { eventsOfRecord } from "./stored-change.ts";

type Origin = { readonly sequenceNumber: string };

/**
 * Publishes the events of a batch of stream records, in order. Records whose events did not reach the bus are
 * reported one by one, so that the stream hands them out again and only them.
 */
export const publishChanges = async (
  table: Table,
  bus: EventBus,
  records: readonly DynamoDBRecord[],
): Promise<DynamoDBBatchResponse> => {
  const read: Read[] = [];
  // one after the other: the first of a firm caches its settings for the rest
  for (const record of records) read.push(await publicationsOf(table, bus, record));
  const refusals = await publish(
    bus,
    read.flatMap(({ publications }) => publications),
  );
  if (refusals.length > 0) {
    const codes = [...new Set(refusals.map(({ code }) => code))];
    log("error", "events_not_published", { count: refusals.length, codes });
  }
  const failed = [...read.flatMap(({ unreadable }) => unreadable), ...refusals.map(({ origin }) => origin)];
  const sequenceNumbers = new Set(failed.map(({ sequenceNumber }) => sequenceNumber));
  return { batchItemFailures: [...sequenceNumbers].map((itemIdentifier) => ({ itemIdentifier })) };
};

type Read = { readonly publications: readonly Publication<Origin>[]; readonly unreadable: readonly Origin[] };

const publicationsOf = async (table: Table, bus: EventBus, record: DynamoDBRecord): Promise<Read> => {
  const origin = { sequenceNumber: record.dynamodb?.SequenceNumber ?? "" };
  try {
    const changed = await eventsOfRecord(table, record);
    const publications = (changed?.events ?? []).map((event) => ({
      origin,
      entry: {
        EventBusName: bus.name,
        Source: "intake",
        DetailType: event.type,
        Time: new Date(event.created_at),
        Detail: JSON.stringify({ ...event, firm_id: changed?.firmId }),
      },
    }));
    return { publications, unreadable: [] };
  } catch (error) {
    log("error", "change_not_readable", { ...origin, cause: describeCause(error, [record.dynamodb]) });
    return { publications: [], unreadable: [origin] };
  }
};
