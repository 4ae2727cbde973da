import { operation } from "../api/operation.ts";
import { putConflictEntryEndpoint } from "./conflict-entry.contract.ts";
import { changedEntry, conflictEntryResource, keyViolations } from "./conflict-entry.rules.ts";
import { putEntry, storedEntryRecord } from "./conflict-entry.store.ts";
import { gateSettings } from "./conflict-gate.store.ts";

/** Creates an entry of the register, or replaces the one under its key. Writes nothing if that is the same. */
export const putConflictEntry = operation(putConflictEntryEndpoint, {
  reads: ({ firmId, params: { key } }) => ({
    settings: gateSettings(firmId),
    before: storedEntryRecord(firmId, key),
  }),

  violations: (_, { params: { key } }) => keyViolations(key),

  decide: async ({ settings, before }, { firmId, params: { key }, input, newId, change }) => {
    const { outcome, entry } = await changedEntry(before?.entry ?? null, { key, input, newId }, settings);
    return {
      writes: outcome === "unchanged" ? [] : [putEntry(firmId, entry, { before, change })],
      ...(outcome === "created" && { created: true }),
      answer: conflictEntryResource(entry),
    };
  },
});
