import type { Lead } from "../leads/lead.rules.ts";
import { batchesOf } from "../runtime/collections.ts";
import { LIMITS } from "../schema/limits.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { QueryRef } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { lapses } from "./concern.rules.ts";
import { searchKeys } from "./conflict-key.store.ts";
import { keyText, searchesOf } from "./conflict-keys.rules.ts";
import { conflictSearches, type FoundMatch, type KeyOwner, matchesWith } from "./known-record.rules.ts";
import { type LeadGroup, readKnownRecords, readLeadGroup } from "./known-record.store.ts";

/** What a check finds: conflicts first. */
export type Found = {
  /** The names that were searched. */
  readonly searched: readonly string[];
  readonly matches: readonly FoundMatch[];
  /** Whether there are more than a check shows. */
  readonly truncated: boolean;
};

/** Reads who matches a lead, or one that was merged into it, among all leads and the register. */
export const matchesOfLead = (firm: FirmId, lead: Lead): QueryRef<Found> => ({
  query: async (table) => {
    const group = await readLeadGroup(table, firm, lead);
    const { owners, isComplete } = await findOwners(table, firm, group);
    const { matches, isLast } = await readMatches(table, firm, { group, owners });
    const names = group.subjects.flatMap(({ name, aliases }) => [name, ...aliases]);
    return {
      searched: [...new Set(names)].filter(Boolean),
      matches: matches.slice(0, LIMITS.conflictMatches),
      truncated: !isComplete || !isLast || matches.length > LIMITS.conflictMatches,
    };
  },
});

/** Finds the records that share a key with a lead, those first that may be in conflict with it. */
const findOwners = async (table: Table, firm: FirmId, { subjects, ids }: LeadGroup) => {
  const { found, isComplete } = await searchKeys(table, firm, searchesOf(subjects));
  const conflicting = new Map(conflictSearches(subjects).map((search) => [keyText(search), search.sides]));
  const all = found
    .flatMap(({ search, hits }) =>
      hits.map(({ owner, side }) => ({
        owner,
        isConflict: conflicting.get(keyText(search))?.includes(side) === true,
      })),
    )
    .filter(({ owner }) => !ids.has(owner.id));
  const owners = conflictsFirst(all).map(({ owner }) => [`${owner.type}#${owner.id}`, owner] as const);
  return { owners: [...new Map(owners).values()], isComplete };
};

const conflictsFirst = <Each extends { readonly isConflict: boolean }>(all: readonly Each[]): Each[] => [
  ...all.filter(({ isConflict }) => isConflict),
  ...all.filter(({ isConflict }) => !isConflict),
];

/** Records that are read in one round trip. */
const BATCH = 400;

type Owners = { readonly group: LeadGroup; readonly owners: readonly KeyOwner[] };

/** Reads the records until a check can show no more. */
const readMatches = async (table: Table, firm: FirmId, { group, owners }: Owners) => {
  const matches: (FoundMatch & { readonly isConflict: boolean })[] = [];
  for (const batch of batchesOf(owners, BATCH)) {
    if (matches.length > LIMITS.conflictMatches) return { matches: conflictsFirst(matches), isLast: false };
    const records = await readKnownRecords(table, firm, batch);
    const others = records.filter(({ leadId }) => leadId === null || !group.ids.has(leadId));
    const found = others.flatMap((record) => matchesWith(group.subjects, record));
    matches.push(...found.map((each) => ({ ...each, isConflict: lapses(each.match.concern) })));
  }
  return { matches: conflictsFirst(matches), isLast: true };
};
