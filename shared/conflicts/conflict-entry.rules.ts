import { isDeepStrictEqual } from "node:util";
import { searchMatcher } from "../leads/lead-search.rules.ts";
import { normalizePhoneNumber } from "../leads/phone-number.rules.ts";
import { createdAt } from "../runtime/record-id.ts";
import { LIMITS } from "../schema/limits.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import type { Violation } from "../schema/violations.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { ConflictEntryInput } from "./conflict-entry.contract.ts";
import { conflictEntryFields, ENTRY_KEY, NOT_AN_ENTRY_KEY } from "./conflict-entry-fields.contract.ts";
import type { Subject } from "./subject.rules.ts";

export type ConflictEntry = RecordOf<typeof conflictEntryFields>;

/** What is stored under a key: an entry, or that it was deleted a moment ago. */
export type StoredEntry = {
  /** Null when it was deleted. */
  readonly entry: ConflictEntry | null;
  readonly id: string;
  readonly changeId: string;
  readonly version: number;
};

/** Returns an entry as the API shows it. */
export const conflictEntryResource = (entry: ConflictEntry) =>
  conflictEntryFields.resource(entry, { created_at: createdAt(entry.id) });

/** Compiles a search of the register. Each word must occur in one of an entry's texts. */
export const entryMatcher = (words: readonly string[]): ((entry: ConflictEntry) => boolean) => {
  const matches = searchMatcher(words);
  return ({ key, name, aliases, email, phone }) =>
    matches({ name: [key, name, ...aliases].join("\n"), email, phone });
};

/** Returns an entry as checks compare it. */
export const subjectOfEntry = ({ role, name, aliases, email, phone }: ConflictEntry): Subject => ({
  ...{ role, name, aliases, email, phone },
});

/** No pattern gets more than a key may hold. */
export const isEntryKey = (key: unknown): key is string =>
  typeof key === "string" && key.length <= LIMITS.entryKeyCharacters && ENTRY_KEY.test(key);

/** Returns the violations of a key in a path. */
export const keyViolations = (key: string): Violation[] =>
  isEntryKey(key) ? [] : [{ field: "key", message: NOT_AN_ENTRY_KEY }];

type Sent = {
  readonly key: string;
  readonly input: ConflictEntryInput;
  /** The id of the entry if it is new. */
  readonly newId: string;
};

export type EntryChange = {
  readonly outcome: "created" | "updated" | "unchanged";
  readonly entry: ConflictEntry;
};

/** Returns the entry under a key after a body was sent for it, which replaces all of it. */
export const changedEntry = async (
  before: ConflictEntry | null,
  { key, input, newId }: Sent,
  { defaultCountry }: Pick<FirmSettings, "defaultCountry">,
): Promise<EntryChange> => {
  const phone = await normalizePhoneNumber(input.phone, defaultCountry);
  const fields = conflictEntryFields.newFields({ ...input, phone });
  const entry = { id: before?.id ?? newId, key, ...fields };
  if (before === null) return { outcome: "created", entry };
  return { outcome: isDeepStrictEqual(before, entry) ? "unchanged" : "updated", entry };
};
