import { acceptingStages, type FirmSettings, firstOpenStage } from "../domain/firm/firm.ts";
import type { FirmId } from "../domain/firm/firm-id.ts";
import type { Lead } from "../domain/leads/lead.ts";
import { newRecordId } from "../runtime/new-record-id.ts";
import { readRecord } from "../storage/dynamodb/read-records.ts";
import type { Table } from "../storage/dynamodb/table.ts";
import { firmSettingsRecord } from "../storage/firm/firm-store.ts";
import { leadStore } from "../storage/leads/lead-store.ts";

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
  const change = { fields: { stage }, data: { set: {}, removed: [] } };
  // A lead that has changed since is looked at with that change.
  await leadStore(table).change(firmId, lead, change, {
    id: newRecordId(nowMilliseconds),
    at: new Date(nowMilliseconds).toISOString(),
    actor: { type: "system", id: null },
  });
};
