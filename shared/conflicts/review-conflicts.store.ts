import { batchesOf } from "../runtime/collections.ts";
import { mapConcurrently } from "../runtime/map-concurrently.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { retryReads } from "../table/retry.ts";
import type { Table } from "../table/table.ts";
import { searchKey } from "./conflict-key.store.ts";
import { conflictSearches, hasNewConflict, type KeyOwner, type KnownRecord } from "./known-record.rules.ts";
import { knownRecord, readKnownRecords } from "./known-record.store.ts";
import { lapse, lapseIfNew, readStanding, type Standing } from "./standing.store.ts";

/** Whose conflicts are reviewed: a lead with those merged into it, or an entry of the register. */
export type Reviewed = Pick<Standing["group"], "ids" | "records" | "subjects"> & {
  readonly standing: Standing | null;
};

/** Reads it as it is now; null for a lead that no longer exists. */
export const readReviewed = async (table: Table, firm: FirmId, owner: KeyOwner): Promise<Reviewed | null> => {
  if (owner.type === "LEAD") {
    const standing = await readStanding(table, firm, owner.id);
    return standing && { ...standing.group, standing };
  }
  const record = await readRecord(table, knownRecord(firm, owner));
  const records = record === null ? [] : [record];
  return { ids: new Set(), records, subjects: records.flatMap(({ subjects }) => subjects), standing: null };
};

type Options = {
  /** Whether what others stand on may lapse, because the record is new or has changed. */
  readonly reviewsOthers: boolean;
  readonly now: () => number;
};

/**
 * Lets the clearances lapse that a record ends: its own, and those of others, by a conflict that the check does not show on
 * which they stand. The record's keys are written already: of two records that come at once, one sees the other. `known` may
 * have been read before.
 */
export const reviewConflicts = (
  table: Table,
  firm: FirmId,
  owner: KeyOwner,
  { known, ...options }: Options & { readonly known: Reviewed | null },
): Promise<void> =>
  retryReads(async ({ isFirst }) => {
    const reviewed = isFirst ? known : await readReviewed(table, firm, owner);
    if (reviewed !== null) await review(table, firm, reviewed, options);
  });

const review = async (
  table: Table,
  firm: FirmId,
  reviewed: Reviewed,
  { reviewsOthers, now }: Options,
): Promise<void> => {
  const { standing, subjects, records } = reviewed;
  if (!reviewsOthers && !standing?.check) return;
  let isNew = false;
  await eachCandidate(table, firm, reviewed, async (others) => {
    isNew ||= Boolean(standing?.check && hasNewConflict(subjects, standing.check, others));
    if (!reviewsOthers) return;
    await mapConcurrently(leadsThatMayLapse(others), CONCURRENT_LAPSES, (leadId) =>
      lapseIfNew(table, firm, leadId, { records, now }),
    );
  });
  if (isNew && standing) await lapse(table, firm, standing.lead, now());
};

const CONCURRENT_SEARCHES = 10;
const CONCURRENT_LAPSES = 10;
const BATCH = 100;

const leadsThatMayLapse = (records: readonly KnownRecord[]) => [
  ...new Set(records.flatMap(({ mayLapse, leadId }) => (mayLapse && leadId !== null ? [leadId] : []))),
];

/** Visits every record that shares a key with one that is reviewed and may be in conflict with it. */
const eachCandidate = async (
  table: Table,
  firm: FirmId,
  { subjects, ids }: Reviewed,
  visit: (records: readonly KnownRecord[]) => Promise<void>,
): Promise<void> => {
  const seen = new Set<string>();
  const isFirst = ({ type, id }: KeyOwner) => {
    const name = `${type}#${id}`;
    return !seen.has(name) && seen.add(name) && !ids.has(id);
  };
  await mapConcurrently(conflictSearches(subjects), CONCURRENT_SEARCHES, async (search) => {
    for await (const { hits } of searchKey(table, firm, search))
      for (const batch of batchesOf(hits.map(({ owner }) => owner).filter(isFirst), BATCH))
        await visit(await readKnownRecords(table, firm, batch));
  });
};
