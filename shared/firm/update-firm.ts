import { AppError } from "../api/app-error.ts";
import { requireVersion } from "../api/if-match.ts";
import type { Violation } from "../api/schema/violations.ts";
import { raiseMinSettingsVersion } from "../scheduling/min-settings-version.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord, uncached } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { areClosed, closeStages, reopenStages, withoutStages } from "./close-stages.ts";
import type { FirmChanges } from "./firm.contract.ts";
import type { FirmSettings } from "./firm.rules.ts";
import { firmStore, settingsRecord } from "./firm.store.ts";
import {
  firmChange,
  firmViolations,
  occupiedStageViolations,
  removedStageKeys,
} from "./firm-changes.rules.ts";

type Dependencies = { readonly table: Table; readonly waitForCaches: () => Promise<unknown> };

type Request = {
  readonly firmId: FirmId;
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => FirmChanges;
  readonly expectedVersions: readonly number[] | null;
};

/**
 * Changes the settings that differ; retries when they have changed since they were read. Stages to remove are
 * closed first: instances with cached settings may put leads in them for some seconds, and only then it shows whether
 * they are empty.
 * @throws AppError `invalid_request` or `version_conflict`
 */
export const updateFirm = async (
  { table, waitForCaches }: Dependencies,
  request: Request,
): Promise<FirmSettings> => {
  const { firmId } = request;
  let closed: FirmSettings["closingStages"] = {};
  const tryUpdate = async (): Promise<FirmSettings | "conflict"> => {
    const decision = await decide(table, request);
    const { settings, removedStages } = decision;
    if (areClosed(removedStages, settings, closed)) return apply(table, firmId, decision);
    const closing = await closeStages(table, firmId, settings, removedStages);
    if (closing === "conflict") return closing;
    closed = { ...closed, ...closing };
    await waitForCaches();
    return tryUpdate();
  };
  try {
    return await retryOnConflict(tryUpdate);
  } catch (refusal) {
    const reopens = refusal instanceof AppError && Object.keys(closed).length > 0;
    // If this fails too, the stages open by themselves.
    if (reopens) await reopenStages(table, firmId, closed).catch(() => undefined);
    throw refusal;
  }
};

type Decision = {
  readonly settings: FirmSettings;
  readonly change: Partial<FirmSettings>;
  readonly removedStages: readonly string[];
  readonly sendsSchedulingRules: boolean;
};

/** Refuses to remove a stage that leads are in, both before it is closed and after. */
const decide = async (table: Table, { firmId, json, body, expectedVersions }: Request): Promise<Decision> => {
  const settings = await readRecord(table, uncached(settingsRecord(firmId)));
  const removedStages = removedStageKeys(settings, json.stages);
  const occupied = await firmStore(table).occupiedStages(firmId, removedStages);
  const input = body([...(await firmViolations(json)), ...occupiedStageViolations(occupied)]);
  requireVersion("firm", settings, expectedVersions);
  const change = firmChange(settings, input);
  const sendsSchedulingRules = input.holidays !== undefined || input.booking_rules !== undefined;
  return { settings, change, removedStages, sendsSchedulingRules };
};

const apply = async (
  table: Table,
  firmId: FirmId,
  { settings, change, removedStages, sendsSchedulingRules }: Decision,
): Promise<FirmSettings | "conflict"> => {
  const isUnchanged = Object.keys(change).length === 0;
  const fields = {
    ...change,
    ...(removedStages.length > 0 && { closingStages: withoutStages(settings, removedStages) }),
  };
  const changed = isUnchanged ? settings : await firmStore(table).change(firmId, settings, fields);
  // Unchanged ones too: an earlier PATCH may have failed between the settings and the members.
  if (changed !== "conflict" && sendsSchedulingRules) {
    await raiseMinSettingsVersion(table, firmId, changed.version);
  }
  return changed;
};
