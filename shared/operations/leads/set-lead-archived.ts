import type { FirmSettings } from "../../domain/firm/firm.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Lead } from "../../domain/leads/lead.ts";
import { changeAt } from "../../runtime/new-record-id.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { leadStore } from "../../storage/leads/lead-store.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  readonly nowMilliseconds: number;
};

/**
 * Archives or restores a lead; repeating it changes nothing.
 * @throws AppError `not_found`
 */
export const setLeadArchived = async (
  table: Table,
  { firmId, params, nowMilliseconds }: Request,
  archived: boolean,
): Promise<{ lead: Lead; settings: FirmSettings }> => {
  // Read before the write, so that a failed read leaves nothing written.
  const settings = await readRecord(table, settingsRecord(firmId));
  const lead = await leadStore(table).setArchived(firmId, params.id, archived, changeAt(nowMilliseconds));
  return { lead, settings };
};
