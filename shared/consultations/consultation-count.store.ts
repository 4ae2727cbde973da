import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { RecordRef } from "../table/read-records.ts";
import { consultationCountKey } from "../table/record-keys.ts";

// The number of consultations that name a lead, archived and final ones included. The indexes that have them by lead lag
// behind the table: a merge, which must move them all, knows by the number when it has found them.

const countItem = lazy(() => z.object({ consultations: z.number() }));

/** The number of a lead's consultations. */
export const consultationCountRecord = (firm: FirmId, leadId: string): RecordRef<number> => ({
  key: consultationCountKey(firm, leadId),
  parse: (item) => (item === undefined ? 0 : countItem().parse(item).consultations),
});

/** Counts consultations that the same commit gives to the lead, and requires that the lead was not merged. */
export const addToCount = (firm: FirmId, leadId: string, number = 1): Write => ({
  Update: {
    Key: consultationCountKey(firm, leadId),
    UpdateExpression: "ADD consultations :number",
    ConditionExpression: "attribute_not_exists(isMerged)",
    ExpressionAttributeValues: { ":number": number },
  },
});

/** The count of a lead that the same commit merges. Requires that nothing was booked since it was read. */
export const endCount = (firm: FirmId, leadId: string, read: number): Write => ({
  Put: {
    Item: { ...consultationCountKey(firm, leadId), consultations: 0, isMerged: true },
    ...(read === 0
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : { ConditionExpression: "consultations = :read", ExpressionAttributeValues: { ":read": read } }),
  },
});
