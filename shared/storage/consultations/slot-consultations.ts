import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { type Consultation, consultationResource, slotOf } from "../../domain/consultations/consultation.ts";
import { keepsSlot } from "../../domain/consultations/consultation-status.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { type Interval, overlaps } from "../../domain/scheduling/intervals.ts";
import { toBatches } from "../../runtime/to-batches.ts";
import { readRecords } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { consultationPartition } from "../record-keys.ts";
import { parseConsultation } from "./consultation-item.ts";
import { consultationRecord } from "./consultation-store.ts";

/** The booked slots of an attorney that overlap a range, by consultation id, as the attorney's days hold them. */
export type BookedSlots = {
  readonly attorneyId: string;
  readonly range: Interval;
  readonly slots: ReadonlyMap<string, Interval>;
};

/** Consultations of one query of the index: its megabyte holds as many of 2.6 KB. */
const QUERY_CONSULTATIONS = 400;
/** The most that BatchGetItem takes. */
const BATCH_CONSULTATIONS = 100;
/** Lambda returns six megabytes; the rest is for time off and holidays. */
export const RESPONSE_BYTES = 5 * 1024 * 1024;

/**
 * The consultations that hold these slots, by start. The days say which they are; the index by start, read in parallel,
 * has most of them, and the table has those that the index does not show there yet or that its queries had no room for.
 * @returns `too large` when one response cannot hold them
 */
export const readSlotConsultations = async (
  table: Table,
  firm: FirmId,
  booked: BookedSlots,
): Promise<Consultation[] | "too large"> => {
  const { attorneyId, range, slots } = booked;
  const indexed = await queryByStart(table, firm, booked);
  const found = indexed.filter((each) => isSlot(slotOf(each), slots.get(each.id)) && keepsSlot(each.status));
  // It may have changed since the days were read.
  const isStillWithin = (each: Consultation | null): each is Consultation =>
    each?.attorneyId === attorneyId && keepsSlot(each.status) && overlaps(slotOf(each), range);
  const foundIds = new Set(found.map(({ id }) => id));
  const missingIds = [...slots.keys()].filter((id) => !foundIds.has(id));
  let bytes = responseBytes(found);
  for (const ids of batchesOf(missingIds, BATCH_CONSULTATIONS)) {
    if (bytes > RESPONSE_BYTES) break;
    const refs = Object.fromEntries(ids.map((id) => [id, consultationRecord(firm, id)]));
    const read = Object.values(await readRecords(table, refs)).filter(isStillWithin);
    found.push(...read);
    bytes += responseBytes(read);
  }
  return bytes > RESPONSE_BYTES ? "too large" : found.sort(byStart);
};

/** One query, and one page of it, for each batch of consecutive slots. */
const queryByStart = async (
  table: Table,
  firm: FirmId,
  { attorneyId, slots }: Omit<BookedSlots, "range">,
): Promise<Consultation[]> => {
  const starts = [...slots.values()].map(({ start }) => start).sort((one, other) => one - other);
  const pages = batchesOf(starts, QUERY_CONSULTATIONS).map((batch) =>
    table.client.send(
      new QueryCommand({
        TableName: table.name,
        IndexName: "byStart",
        KeyConditionExpression: "pk = :pk AND attorneyId = :attorney AND startAt BETWEEN :first AND :last",
        ExpressionAttributeValues: {
          ":pk": consultationPartition(firm),
          ":attorney": attorneyId,
          ":first": instantAt(batch.at(0)),
          ":last": instantAt(batch.at(-1)),
        },
      }),
    ),
  );
  return (await Promise.all(pages)).flatMap(({ Items = [] }) => Items.map(parseConsultation));
};

const instantAt = (milliseconds = 0) => new Date(milliseconds).toISOString();

const isSlot = ({ start, end }: Interval, other: Interval | undefined): boolean =>
  start === other?.start && end === other.end;

const byStart = (one: Consultation, other: Consultation) =>
  Date.parse(one.startAt) - Date.parse(other.startAt);

/** A Lambda response contains the body as a JSON string, in which every quote is escaped. */
const responseBytes = (consultations: readonly Consultation[]) =>
  consultations.reduce((bytes, each) => bytes + escapedBytes(consultationResource(each)), 0);

const escapedBytes = (resource: object) => Buffer.byteLength(JSON.stringify(JSON.stringify(resource)));

const batchesOf = <Entry>(entries: readonly Entry[], entriesMaximum: number) =>
  toBatches(entries, { entriesMaximum, bytesMaximum: Number.POSITIVE_INFINITY, bytesOf: () => 0 });
