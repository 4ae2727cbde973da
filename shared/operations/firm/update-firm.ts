import type { Violation } from "../../contract/app-error.ts";
import type { FirmChanges } from "../../contract/firm.ts";
import type { FirmSettings } from "../../domain/firm/firm.ts";
import {
  firmChange,
  firmViolations,
  occupiedStageViolations,
  removedStageKeys,
} from "../../domain/firm/firm-changes.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { readRecords, uncached } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { retryOnConflict } from "../../storage/dynamodb/transaction.ts";
import { firmStore, settingsRecord } from "../../storage/firm/firm-store.ts";
import { raiseMinSettingsVersion } from "../../storage/scheduling/min-settings-version.ts";
import { requireVersion } from "../require-version.ts";

type Request = {
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (others: readonly Violation[]) => FirmChanges;
  readonly expectedVersion: number | null;
};

/**
 * Changes the settings that differ from what was sent. Stages are judged by those that there are, so a change of them
 * is of that version only, and is judged again when another one came first.
 * @throws AppError `invalid_request` or `version_conflict`
 */
export const updateFirm = (
  table: Table,
  firm: FirmId,
  { json, body, expectedVersion }: Request,
): Promise<FirmSettings> =>
  retryOnConflict(async () => {
    const { settings } = await readRecords(table, { settings: uncached(settingsRecord(firm)) });
    const occupied = await firmStore(table).occupiedStages(firm, removedStageKeys(settings, json.stages));
    const changes = body([...(await firmViolations(json)), ...occupiedStageViolations(occupied)]);
    requireVersion("firm", settings, expectedVersion);
    const change = firmChange(settings, changes);
    if (Object.keys(change).length === 0) return settings;
    const version = change.stages ? settings.version : expectedVersion;
    const changed = await firmStore(table).change(firm, change, version);
    if (changed && change.holidays) await raiseMinSettingsVersion(table, firm, changed.version);
    return changed ?? "conflict";
  });
