import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { CONCURRENT_CALLS } from "../runtime/aws-client-defaults.ts";
import { batchesOf } from "../runtime/to-batches.ts";
import { type DaySlot, isSlotOf } from "../scheduling/day-slot.store.ts";
import { type Interval, overlaps } from "../scheduling/intervals.rules.ts";
import { slotOfConsultation } from "../scheduling/slot-writes.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { consultationPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { type Consultation, consultationResource, slotOf } from "./consultation.rules.ts";
import { parseConsultation } from "./consultation-item.store.ts";
import { keepsSlot } from "./consultation-status.rules.ts";

/** The booked slots of an attorney that overlap a range, as the attorney's days hold them. */
export type BookedSlots = {
  readonly attorneyId: string;
  readonly range: Interval;
  readonly slots: readonly DaySlot[];
};

/** Consultations of one query of the index: its megabyte holds as many of 2.6 KB. */
const QUERY_CONSULTATIONS = 400;
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
  const slotsByStart = new Map(slots.map((slot) => [slot.start, slot]));
  const isBooked = (each: Consultation) => {
    const slot = slotsByStart.get(slotOf(each).start);
    const held = slotOfConsultation(each);
    return slot !== undefined && held !== null && isSlotOf(slot, held);
  };
  const found = indexed.filter(isBooked);
  // It may have changed since the days were read.
  const isStillWithin = (each: Consultation) =>
    each.attorneyId === attorneyId && keepsSlot(each.status) && overlaps(slotOf(each), range);
  const foundStarts = new Set(found.map((each) => slotOf(each).start));
  const missing = slots.filter(({ start }) => !foundStarts.has(start));
  let bytes = responseBytes(found);
  for (const batch of batchesOf(missing, CONCURRENT_CALLS)) {
    if (bytes > RESPONSE_BYTES) break;
    const pages = batch.map(({ idPrefix }) => queryByIdPrefix(table, firm, idPrefix));
    const read = (await Promise.all(pages)).flat().filter(isStillWithin);
    found.push(...read);
    bytes += responseBytes(read);
  }
  // Two ids may begin alike.
  const distinct = new Map(found.map((each) => [each.id, each]));
  return bytes > RESPONSE_BYTES ? "too large" : [...distinct.values()].sort(byStart);
};

/** One query, and one page of it, for each batch of consecutive slots. */
const queryByStart = async (
  table: Table,
  firm: FirmId,
  { attorneyId, slots }: Omit<BookedSlots, "range">,
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

/** Strongly consistent: the index lacks what it is to find. */
const queryByIdPrefix = async (table: Table, firm: FirmId, idPrefix: string): Promise<Consultation[]> => {
  const { Items = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :id)",
      ExpressionAttributeValues: { ":pk": consultationPartition(firm), ":id": idPrefix },
      ConsistentRead: true,
    }),
  );
  return Items.map(parseConsultation);
};

const byStart = (one: Consultation, other: Consultation) =>
  Date.parse(one.startAt) - Date.parse(other.startAt);

/** A Lambda response contains the body as a JSON string, in which every quote is escaped. */
const responseBytes = (consultations: readonly Consultation[]) =>
  consultations.reduce((bytes, each) => bytes + escapedBytes(consultationResource(each)), 0);

const escapedBytes = (resource: object) => Buffer.byteLength(JSON.stringify(JSON.stringify(resource)));
