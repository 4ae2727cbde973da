import type { DynamoDBBatchResponse, DynamoDBRecord } from "aws-lambda";
import { describeCause } from "../runtime/describe-cause.ts";
import { log } from "../runtime/log.ts";
import type { Table } from "../storage/dynamodb/table.ts";
import { type EventBus, type Publication, publish } from "./event-bus.ts";
import { eventsOfRecord } from "./stored-change.ts";

type Origin = { readonly sequenceNumber: string };

/**
 * Publishes the events of a batch of stream records, in order. Reports each record whose events did not reach the
 * bus, so that the stream delivers it again.
 */
export const publishChanges = async (
  table: Table,
  bus: EventBus,
  records: readonly DynamoDBRecord[],
): Promise<DynamoDBBatchResponse> => {
  const parsed: ParsedRecord[] = [];
  // Sequential, so that the first record of a firm caches the firm's settings for the others.
  for (const record of records) parsed.push(await parseRecord(table, bus, record));
  const rejections = await publish(
    bus,
    parsed.flatMap(({ publications }) => publications),
  );
  if (rejections.length > 0) {
    const codes = [...new Set(rejections.map(({ code }) => code))];
    log("error", "events_not_published", { count: rejections.length, codes });
  }
  const failed = [
    ...parsed.flatMap(({ unreadable }) => unreadable),
    ...rejections.map(({ origin }) => origin),
  ];
  const sequenceNumbers = new Set(failed.map(({ sequenceNumber }) => sequenceNumber));
  return { batchItemFailures: [...sequenceNumbers].map((itemIdentifier) => ({ itemIdentifier })) };
};

type ParsedRecord = {
  readonly publications: readonly Publication<Origin>[];
  readonly unreadable: readonly Origin[];
};

const parseRecord = async (table: Table, bus: EventBus, record: DynamoDBRecord): Promise<ParsedRecord> => {
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
