import { operation } from "../api/operation.ts";
import { LIMITS } from "../schema/limits.ts";
import { putConflictEntriesEndpoint } from "./conflict-entry.contract.ts";
import { putEntry, storedEntryRecord } from "./conflict-entry.store.ts";
import { changedEntries, keysInBatch } from "./conflict-entry-batch.rules.ts";
import { gateSettings } from "./conflict-gate.store.ts";

/** Puts several entries into the register: those that are valid, in one write. */
export const putConflictEntries = operation(putConflictEntriesEndpoint, {
  reads: ({ firmId, json }) => ({
    settings: gateSettings(firmId),
    stored: Object.fromEntries(
      // The schema refuses a longer batch.
      keysInBatch(json.entries)
        .slice(0, LIMITS.entries)
        .map((key) => [key, storedEntryRecord(firmId, key)]),
    ),
  }),

  decide: async ({ settings, stored }, { firmId, input, newId, change }) => {
    const storedUnder = (key: string) => stored[key]?.entry ?? null;
    const { outcomes, entries } = await changedEntries({
      ...{ sent: input.entries, storedUnder, newId, settings },
    });
    return {
      writes: entries.map((entry) => putEntry(firmId, entry, { before: stored[entry.key] ?? null, change })),
      answer: { data: outcomes },
    };
  },
});
