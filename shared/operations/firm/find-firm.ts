import { notFound } from "../../contract/app-error.ts";
import type { FirmSettings } from "../../domain/firm/firm.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../domain/firm/firm-id.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { type FirmState, firmStateRecord } from "../../storage/firm/firm-state.ts";
import { firmSettingsRecord } from "../../storage/firm/firm-store.ts";

export type FoundFirm = FirmState & { readonly firmId: FirmId; readonly settings: FirmSettings };

/**
 * The firm that the operator names: the only place that takes a firm's id from outside.
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
