import { lapses, matchesOf } from "./concern.rules.ts";
import type { CheckMatch, ConflictCheck } from "./conflict-check.rules.ts";
import { type ConflictSearch, searchesOf } from "./conflict-keys.rules.ts";
import { type Subject, sideOf } from "./subject.rules.ts";

/** The record that has a key: a lead by its id, or an entry of the register by its key. */
export type KeyOwner = { readonly type: "LEAD" | "ENTRY"; readonly id: string };

/** A record as checks compare it. */
export type KnownRecord = {
  readonly owner: KeyOwner;
  /** Of a lead its id, or that of the lead into which it was merged; null for an entry. */
  readonly leadId: string | null;
  readonly subjects: readonly Subject[];
  /** The id of the change that stored it, later than every earlier one. */
  readonly changeId: string;
  /** Whether it is a lead whose clearance may lapse, or one that was merged into such a lead. */
  readonly mayLapse: boolean;
};

/** A match as a check stores it, and the change that stored the record that matches. */
export type FoundMatch = { readonly match: CheckMatch; readonly changeId: string };

/** Returns how a record matches mine. */
export const matchesWith = (
  mine: readonly Subject[],
  { owner: { type, id }, leadId, subjects, changeId }: KnownRecord,
): FoundMatch[] => {
  const record =
    type === "ENTRY"
      ? { entryKey: id }
      : { leadId: leadId ?? id, ...(leadId !== id && { mergedLeadId: id }) };
  return matchesOf(mine, subjects).map(({ by, ...match }) => ({
    match: { ...record, ...match, by: [...by] },
    changeId,
  }));
};

const recordIdOf = ({ entryKey, mergedLeadId, leadId }: CheckMatch) => entryKey ?? mergedLeadId ?? leadId;

/** Returns whether a check shows a match. One that lacks some counts as having seen all that was stored before it. */
export const isShown = (check: ConflictCheck, { match, changeId }: FoundMatch): boolean =>
  (check.truncated && changeId < check.id) ||
  check.matches.some(
    (each) =>
      recordIdOf(each) === recordIdOf(match) &&
      each.role === match.role &&
      each.concern === match.concern &&
      match.by.every((kind) => each.by.includes(kind)),
  );

/** Returns whether one of the records is in a conflict with mine that my check does not show. */
export const hasNewConflict = (
  mine: readonly Subject[],
  check: ConflictCheck,
  records: readonly KnownRecord[],
): boolean =>
  records
    .flatMap((record) => matchesWith(mine, record))
    .some((found) => lapses(found.match.concern) && !isShown(check, found));

const isClient = ({ role }: Subject) => sideOf(role) === "client";

/** Returns the searches that find conflicts: between two clients there is none. */
export const conflictSearches = (subjects: readonly Subject[]): ConflictSearch[] => {
  const ofClients = searchesOf(subjects.filter(isClient));
  const ofOthers = searchesOf(subjects.filter((subject) => !isClient(subject)));
  return [
    ...ofClients.map((search) => ({ ...search, sides: search.sides.filter((side) => side !== "client") })),
    ...ofOthers,
  ].filter(({ sides }) => sides.length > 0);
};
