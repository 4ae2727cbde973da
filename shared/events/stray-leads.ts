import { acceptingStages, type FirmSettings, firstOpenStage } from "../firm/firm.rules.ts";
import { firmSettingsRecord } from "../firm/firm.store.ts";
import type { Lead } from "../leads/lead.rules.ts";
import { putLead } from "../leads/lead.store.ts";
import { changedLead } from "../leads/lead-changes.rules.ts";
import { newRecordId } from "../runtime/record-id.ts";
import { commit } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";

type StoredLead = { readonly firmId: FirmId; readonly lead: Lead };

const hasStage = ({ stages }: FirmSettings, { stage }: Lead) => stages.some(({ key }) => key === stage);

/**
 * Moves a lead to the firm's first open stage if its own stage was removed: a write that took longer than the removal
 * waits may have put it there. Reads and writes nothing for any other lead.
 */
export const moveStrayLead = async (
  table: Table,
  { firmId, lead }: StoredLead,
  settings: FirmSettings,
  nowMilliseconds: number,
): Promise<void> => {
  if (hasStage(settings, lead)) return;
  // The stage may be newer than the cached settings.
  const current = await readRecord(table, firmSettingsRecord(firmId));
  if (current === null) return;
  const stage = firstOpenStage(acceptingStages(current, nowMilliseconds))?.key;
  if (hasStage(current, lead) || stage === undefined) return;
  const change = {
    id: newRecordId(nowMilliseconds),
    at: new Date(nowMilliseconds).toISOString(),
    actor: { type: "system", id: null },
  } as const;
  const moved = changedLead(lead, { status: stage }, current, change.at);
  // On conflict, the newer stream record handles it.
  if (moved) await commit(table, [putLead(firmId, moved, change)]);
};
