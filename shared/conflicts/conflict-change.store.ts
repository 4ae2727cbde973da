import { isDeepStrictEqual } from "node:util";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { DynamoDBRecord } from "aws-lambda";
import { canLapse, changesMatching } from "../leads/clearance.rules.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { parseLead } from "../leads/lead.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { parseConflictEntryKey, parseEventSourceKey } from "../table/parse-record-keys.ts";
import type { Item } from "../table/record-keys.ts";
import { subjectOfEntry } from "./conflict-entry.rules.ts";
import { parseEntry } from "./conflict-entry.store.ts";
import { type ConflictKey, keysOf } from "./conflict-keys.rules.ts";
import type { KeyOwner } from "./known-record.rules.ts";
import { subjectsOfLead } from "./lead-subjects.rules.ts";
import type { Subject } from "./subject.rules.ts";

/** A record of the table's stream whose keys checks search. */
export type KeyedRecord = { readonly firmId: FirmId; readonly owner: KeyOwner };

/** Returns whose record of the stream it is; null for one that has no keys. */
export const keyedRecord = ({ dynamodb }: DynamoDBRecord): KeyedRecord | null => {
  const { pk, sk } = dynamodb?.NewImage ?? {};
  const key = { pk: pk?.S ?? "", sk: sk?.S ?? "" };
  const entry = parseConflictEntryKey(key);
  if (entry !== null) return { firmId: entry.firmId, owner: { type: "ENTRY", id: entry.key } };
  const source = parseEventSourceKey(key);
  return source?.kind === "LEAD" ? { firmId: source.firmId, owner: { type: "LEAD", id: key.sk } } : null;
};

/** One stored change of such a record. */
export type ConflictChange = {
  readonly keysBefore: readonly ConflictKey[];
  readonly keysAfter: readonly ConflictKey[];
  /** Whether the record is new, or what checks compare has changed. */
  readonly isMatchedAnew: boolean;
  /** Whether the record comes into the index, which may lack any of its keys. */
  readonly isIndexed: boolean;
  /** Whether the lead has become due for a check, which its own change could not get while the index was built. */
  readonly isCheckDue: boolean;
  /** Whether the lead stands on another check, or a person has decided: what came since the check may end that. */
  readonly standsAnew: boolean;
};

/** Reads a change from its images. */
export const parseConflictChange = ({ type }: KeyOwner, { dynamodb }: DynamoDBRecord): ConflictChange => {
  const [before, after] = [imageItem(dynamodb?.OldImage), imageItem(dynamodb?.NewImage)];
  return type === "LEAD"
    ? leadChange(before && parseLead(before), after && parseLead(after))
    : entryChange(subjectsIn(before), subjectsIn(after));
};

// The SDK and aws-lambda declare different types for the same attribute values.
const imageItem = (image: unknown): Item | null =>
  image === undefined ? null : unmarshall(image as Parameters<typeof unmarshall>[0]);

const subjectsIn = (item: Item | null): Subject[] => {
  const entry = item && parseEntry(item);
  return entry ? [subjectOfEntry(entry)] : [];
};

const entryChange = (before: Subject[], after: Subject[]): ConflictChange => ({
  keysBefore: keysOf(before),
  keysAfter: keysOf(after),
  isMatchedAnew: !isDeepStrictEqual(before, after),
  isIndexed: false,
  isCheckDue: false,
  standsAnew: false,
});

const keysOfLead = (lead: Lead | null) => (lead === null ? [] : keysOf(subjectsOfLead(lead)));

const leadChange = (before: Lead | null, after: Lead | null): ConflictChange => ({
  keysBefore: keysOfLead(before),
  keysAfter: keysOfLead(after),
  isMatchedAnew: after !== null && (before === null || changesMatching(before, after)),
  isIndexed: after?.conflictIndexed !== before?.conflictIndexed,
  isCheckDue: after?.checkDue !== before?.checkDue,
  standsAnew: standsAnew(before?.conflict, after?.conflict),
});

const standsAnew = (before: Lead["conflict"], after: Lead["conflict"]): boolean =>
  after !== undefined &&
  canLapse(after.state) &&
  (before?.state !== after.state || before.newestCheckId !== after.newestCheckId);
