import type { FirmChanges } from "../../contract/firm.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import type { FirmSettings } from "../../domain/firm/firm.ts";
import {
  firmChange,
  firmViolations,
  occupiedStageViolations,
  removedStageKeys,
} from "../../domain/firm/firm-changes.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { requireVersion } from "../../domain/settings-document.ts";
import { readRecord, uncached } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { firmStore, settingsRecord } from "../../storage/firm/firm-store.ts";
import { raiseMinSettingsVersion } from "../../storage/scheduling/min-settings-version.ts";

type Request = {
  readonly firmId: FirmId;
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => FirmChanges;
  readonly expectedVersions: readonly number[] | null;
};

/**
 * Changes the settings that differ; decides again when they have changed since they were read.
 * @throws AppError `invalid_request` or `version_conflict`
 */
export const updateFirm = (
  table: Table,
  { firmId, json, body, expectedVersions }: Request,
): Promise<FirmSettings> =>
  retryOnConflict(async () => {
    const settings = await readRecord(table, uncached(settingsRecord(firmId)));
    const occupied = await firmStore(table).occupiedStages(firmId, removedStageKeys(settings, json.stages));
    const input = body([...(await firmViolations(json)), ...occupiedStageViolations(occupied)]);
    requireVersion("firm", settings, expectedVersions);
    const change = firmChange(settings, input);
    const isUnchanged = Object.keys(change).length === 0;
    const changed = isUnchanged ? settings : await firmStore(table).change(firmId, settings, change);
    // Unchanged holidays too: an earlier PATCH may have failed between the settings and the members.
    if (changed !== "conflict" && input.holidays) {
      await raiseMinSettingsVersion(table, firmId, changed.version);
    }
    return changed;
  });
