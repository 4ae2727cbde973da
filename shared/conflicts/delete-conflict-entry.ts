import { checked, operation } from "../api/operation.ts";
import { notFound } from "../schema/app-error.ts";
import { deleteConflictEntryEndpoint } from "./conflict-entry.contract.ts";
import { deleteEntry, storedEntryRecord } from "./conflict-entry.store.ts";
import { gateSettings } from "./conflict-gate.store.ts";

export const deleteConflictEntry = operation(deleteConflictEntryEndpoint, {
  reads: ({ firmId, params: { key } }) => ({
    settings: gateSettings(firmId),
    before: checked(storedEntryRecord(firmId, key), (stored) => {
      if (!stored?.entry) throw notFound("entry of the register");
      return stored;
    }),
  }),

  decide: ({ before }, { firmId, params: { key }, change }) => ({
    writes: [deleteEntry(firmId, key, { before, change })],
    answer: undefined,
  }),
});
