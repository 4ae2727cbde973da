import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { getConflictEntryEndpoint } from "../../shared/conflicts/conflict-entry.contract.ts";
import { conflictEntryResource } from "../../shared/conflicts/conflict-entry.rules.ts";
import { entryRecord } from "../../shared/conflicts/conflict-entry.store.ts";
import { gateSettings } from "../../shared/conflicts/conflict-gate.store.ts";

const getConflictEntry = operation(getConflictEntryEndpoint, {
  reads: ({ firmId, params: { key } }) => ({
    settings: gateSettings(firmId),
    entry: required("entry of the register", entryRecord(firmId, key)),
  }),

  decide: ({ entry }) => ({ answer: conflictEntryResource(entry) }),
});

export const handler = endpoint(getConflictEntry);
