import type { storedConflict } from "../../shared/leads/clearance.contract.ts";
import type { ConflictState } from "../../shared/leads/clearance.rules.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import type { Table } from "../../shared/table/table.ts";
import { changeSetting } from "./settings.ts";

type StoredState = ReturnType<ReturnType<typeof storedConflict>["parse"]>["state"];

/** Returns the conflict of a lead in a state. */
export const conflictIn = (state: ConflictState, checkId = newRecordId(Date.now())): Lead["conflict"] =>
  state === "unchecked"
    ? undefined
    : {
        ...{ state: state as StoredState, at: "2055-03-01T10:00:00.000Z" },
        ...{ checkId, newestCheckId: checkId },
      };

type Gate = {
  readonly required?: FirmSettings["conflictGate"]["required"];
  readonly autoCheck?: boolean;
  readonly index?: FirmSettings["conflictIndex"]["state"];
};

/** Enables the gate of a firm whose leads are indexed. Cached copies of its settings stay stale. */
export const setGate = async (
  table: Table,
  firm: FirmId,
  { required = "all", autoCheck = false, index = "complete" }: Gate = {},
) => {
  const enabled = index !== "off";
  await changeSetting(table, firm, "conflictGate", { enabled, required, autoCheck });
  await changeSetting(table, firm, "conflictIndex", { state: index, indexed: 0, generation: 1 });
};
