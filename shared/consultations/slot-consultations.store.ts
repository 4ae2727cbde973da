import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { batchesOf } from "../runtime/collections.ts";
import { responseBytes } from "../runtime/response-size.ts";
import { type HeldSlot, isSameSlot } from "../scheduling/attorney-day.rules.ts";
import type { FirmId } from "../table/firm-id.ts";
import { type QueryRef, readRecords } from "../table/read-records.ts";
import { consultationPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { type Interval, overlaps, slotOf } from "../time/intervals.rules.ts";
import { CONSULTATION_STATUSES, type Consultation, consultationResource } from "./consultation.rules.ts";
import { consultationRecord, parseConsultation, slotOfConsultation } from "./consultation.store.ts";

/** The booked slots of an attorney that overlap a range, from the attorney's days. */
type BookedSlots = {
  readonly attorneyId: string;
  readonly range: Interval;
  readonly slots: readonly HeldSlot[];
  /** The size that the consultations may have in a response. */
  readonly bytesMaximum: number;
};

/** Consultations in one query of the index. A query's megabyte holds this many of 2.6 KB. */
const QUERY_CONSULTATIONS = 400;
/** Consultations in one read by key. */
const BATCH_CONSULTATIONS = 100;

/**
 * Reads the consultations that hold these slots, by start. The days have their ids. The index by start, read in
 * parallel, has most of them. The table has the others, which the index does not show yet or its queries had no room
 * for.
 * @returns `too large` when one response cannot hold them
 */
export const slotConsultations = (
  firm: FirmId,
  booked: BookedSlots,
): QueryRef<Consultation[] | "too large"> => ({
  query: (table) => readSlotConsultations(table, firm, booked),
});

const readSlotConsultations = async (
  table: Table,
  firm: FirmId,
  booked: BookedSlots,
): Promise<Consultation[] | "too large"> => {
  const { attorneyId, range, slots, bytesMaximum } = booked;
  const indexed = await queryByStart(table, firm, booked);
  const slotsById = new Map(slots.map((slot) => [slot.id, slot]));
  const isBooked = (each: Consultation) => {
    const [slot, held] = [slotsById.get(each.id), slotOfConsultation(each)];
    return slot !== undefined && held !== null && isSameSlot(slot, held);
  };
  const found = indexed.filter(isBooked);
  // It may have changed since the read of the days.
  const isStillWithin = (each: Consultation | null): each is Consultation =>
    each !== null &&
    each.attorneyId === attorneyId &&
    CONSULTATION_STATUSES[each.status].keepsSlot &&
    overlaps(slotOf(each), range);
  const foundIds = new Set(found.map(({ id }) => id));
  const missing = slots.filter(({ id }) => !foundIds.has(id));
  let bytes = bytesOf(found);
  for (const batch of batchesOf(missing, BATCH_CONSULTATIONS)) {
    if (bytes > bytesMaximum) break;
    const { consultations } = await readRecords(table, {
      consultations: batch.map(({ id }) => consultationRecord(firm, id)),
    });
    const read = consultations.filter(isStillWithin);
    found.push(...read);
    bytes += bytesOf(read);
  }
  return bytes > bytesMaximum ? "too large" : found.sort(byStart);
};

/** Reads one page of one query for each batch of consecutive slots. */
const queryByStart = async (
  table: Table,
  firm: FirmId,
  { attorneyId, slots }: Pick<BookedSlots, "attorneyId" | "slots">,
): Promise<Consultation[]> => {
  const starts = slots.map(({ start }) => start).sort((one, other) => one - other);
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

const byStart = (one: Consultation, other: Consultation) =>
  Date.parse(one.startAt) - Date.parse(other.startAt);

/** Returns the size of consultations in a response. */
const bytesOf = (consultations: readonly Consultation[]) =>
  consultations.reduce((bytes, each) => bytes + responseBytes(JSON.stringify(consultationResource(each))), 0);
