import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { CONSULTATION_STATUS_NAMES } from "../consultations/consultation-fields.contract.ts";
import { createdAt } from "../runtime/record-id.ts";
import { LIMITS } from "../schema/limits.ts";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { QueryRef } from "../table/read-records.ts";
import { consultationPartition, type Item } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { isShown, type PublishedConsultation, publishedRange } from "./published-calendar.rules.ts";

const publishedItem = lazy(() =>
  z.object({
    sk: z.string(),
    leadId: z.optional(z.string()),
    archivedLeadId: z.optional(z.string()),
    type: z.string(),
    status: z.enum(CONSULTATION_STATUS_NAMES),
    startAt: z.string(),
    durationMinutes: z.number(),
    location: z._default(z.nullable(z.string()), null),
    revision: z.number(),
    canceledAt: z.optional(z.string()),
    changeId: z.string(),
  }),
);

const parsePublished = (item: Item): PublishedConsultation => {
  const { sk, leadId, archivedLeadId = "", changeId, ...fields } = publishedItem().parse(item);
  return { ...fields, id: sk, leadId: leadId ?? archivedLeadId, changedAt: createdAt(changeId) };
};

/** Queries in one direction. Each reads a megabyte, some 1,500 consultations. */
const QUERIES_MAXIMUM = 20;

/**
 * Reads the consultations of an attorney that a published calendar may show: in both directions from now, at once. Each
 * direction ends when it alone fills the calendar. A megabyte of consultations takes another round trip.
 */
export const publishedConsultations = (
  firm: FirmId,
  attorneyId: string,
  nowMilliseconds: number,
): QueryRef<PublishedConsultation[]> => ({
  query: async (table) => {
    const { start, end } = publishedRange(nowMilliseconds);
    const search = { firm, attorneyId, nowMilliseconds };
    const found = await Promise.all([
      readStarts(table, { ...search, first: nowMilliseconds, last: end, isForward: true }),
      readStarts(table, { ...search, first: start, last: nowMilliseconds - 1, isForward: false }),
    ]);
    return found.flat();
  },
});

type Search = {
  readonly firm: FirmId;
  readonly attorneyId: string;
  readonly nowMilliseconds: number;
  /** The first and the last start. */
  readonly first: number;
  readonly last: number;
  readonly isForward: boolean;
};

const readStarts = async (table: Table, search: Search): Promise<PublishedConsultation[]> => {
  const found: PublishedConsultation[] = [];
  let startKey: Item | undefined;
  for (let left = QUERIES_MAXIMUM; left > 0 && found.length < LIMITS.publishedConsultations; left -= 1) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(queryFrom(table, search, startKey));
    const consultations = Items.map(parsePublished);
    found.push(...consultations.filter((each) => isShown(each, search.nowMilliseconds)));
    startKey = LastEvaluatedKey;
    if (startKey === undefined) break;
  }
  return found;
};

const queryFrom = (
  table: Table,
  { firm, attorneyId, first, last, isForward }: Search,
  ExclusiveStartKey: Item | undefined,
) => {
  const attributes = Object.keys(publishedItem().shape);
  return new QueryCommand({
    TableName: table.name,
    IndexName: "byStart",
    KeyConditionExpression: "pk = :pk AND attorneyId = :attorney AND startAt BETWEEN :first AND :last",
    // Placeholders, since some names are reserved words.
    ProjectionExpression: attributes.map((_, index) => `#n${index}`).join(", "),
    ExpressionAttributeNames: Object.fromEntries(attributes.map((name, index) => [`#n${index}`, name])),
    ExpressionAttributeValues: {
      ":pk": consultationPartition(firm),
      ":attorney": attorneyId,
      ":first": new Date(first).toISOString(),
      ":last": new Date(last).toISOString(),
    },
    ScanIndexForward: isForward,
    ExclusiveStartKey,
  });
};
