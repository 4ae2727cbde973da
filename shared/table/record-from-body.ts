import { isUuid } from "../runtime/record-id.ts";
import { NO_RECORD, type RecordRef } from "./read-records.ts";

/** The record with an id from an unvalidated body; null without a round trip unless the id is a UUID. */
export const recordFromBody = <Value>(
  id: unknown,
  recordOf: (id: string) => RecordRef<Value>,
): RecordRef<Value | null> => (isUuid(id) ? recordOf(id.toLowerCase()) : NO_RECORD);
