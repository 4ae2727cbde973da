import { notFound } from "../schema/app-error.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { firmSettingsRecord } from "../settings/firm.store.ts";
import { type FirmState, firmStateRecord } from "../settings/firm-state.store.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../table/firm-id.ts";
import { readRecords } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";

export type FoundFirm = FirmState & { readonly firmId: FirmId; readonly settings: FirmSettings };

/**
 * Finds the firm that the operator names: the only place that accepts a firm's id from outside.
 * @throws AppError `not_found`
 */
export const findFirm = async (table: Table, id: string): Promise<FoundFirm> => {
  const firmId = firmIdFromVerifiedSource(id.toLowerCase());
  const { settings, state } = await readRecords(table, {
    settings: firmSettingsRecord(firmId),
    state: firmStateRecord(firmId),
  });
  if (settings === null) throw notFound("firm");
  return { firmId, settings, ...state };
};
