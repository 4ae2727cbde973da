import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import type { RecordKey } from "../table/item.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import type { Write } from "../table/write.ts";
import type { DeduplicationEntry } from "./deduplication.rules.ts";

const deduplicationItem = lazy(() =>
  z.object({
    lead: z.string(),
    fieldsHash: z.string(),
    // Entries stored before these fields have neither.
    earlierHashes: z._default(z.array(z.string()), []),
    delivery: z._default(z.nullable(z.string()), null),
  }),
);

/** The entry of a deduplication record, or null when there is none. */
export const parseDeduplicationEntry = nullIfMissing((item): DeduplicationEntry => {
  const { lead, delivery, ...hashes } = deduplicationItem().parse(item);
  return { leadId: lead, deliveryId: delivery, ...hashes };
});

export const deduplicationRecord = (key: RecordKey): RecordRef<DeduplicationEntry | null> => ({
  key,
  parse: parseDeduplicationEntry,
});

/**
 * The deduplication records of a delivery, if it has any, and the value to write to each. The first must still have the
 * value that was read.
 */
export type Deduplication = {
  readonly keys: readonly RecordKey[];
  readonly before: DeduplicationEntry | null;
  readonly after: DeduplicationEntry;
};

/** Writes all of a delivery's deduplication records, on the condition that the first has not changed. */
export const deduplicationWrites = ({ keys, before, after }: Deduplication): Write[] => {
  const { leadId: lead, deliveryId: delivery, ...hashes } = after;
  return keys.map((key, index) => ({
    Put: {
      Item: { ...key, lead, delivery, ...hashes },
      ...(index === 0 && unchangedSince(before)),
    },
  }));
};

const unchangedSince = (before: DeduplicationEntry | null) => ({
  ...(before === null || before.fieldsHash === null
    ? { ConditionExpression: "attribute_not_exists(pk)" }
    : {
        ConditionExpression: "fieldsHash = :before",
        ExpressionAttributeValues: { ":before": before.fieldsHash },
      }),
  ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
});
