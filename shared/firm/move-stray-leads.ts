import { systemChange } from "../api/change.ts";
import { putLead } from "../leads/lead.store.ts";
import { changedLead } from "../leads/lead-changes.rules.ts";
import { firstOpenStage } from "../settings/firm.rules.ts";
import { firmSettingsRecord } from "../settings/firm.store.ts";
import { commitWhenFree } from "../table/commit.ts";
import type { DueKey } from "../table/due-index.ts";
import { parseRemovedStageKey } from "../table/parse-record-keys.ts";
import { readRecord } from "../table/read-records.ts";
import { type SweepDependencies, sweepDue } from "../table/sweep-due.ts";
import type { SweepRun } from "../table/sweep-run.ts";
import {
  forgetRemovedStage,
  type LeadInStage,
  leadsInStage,
  REMOVED_STAGES_SHARD,
} from "./removed-stage.store.ts";

/** The leads that one sweep moves out of a stage. The next one continues. */
const LEADS_MAXIMUM = 100;

/**
 * Moves leads out of stages that were removed a minute ago: instances with cached settings may have put them there
 * meanwhile. They go to the firm's first open stage, and wait while there is none.
 * @throws the first fault, once the other leads and stages are done
 */
export const moveStrayLeads = (dependencies: SweepDependencies): Promise<boolean> =>
  sweepDue(dependencies, { work: "stages", shards: [REMOVED_STAGES_SHARD] }, (removed, run) =>
    emptyStage(dependencies, removed, run),
  );

const emptyStage = async (
  { table, now }: SweepDependencies,
  removed: DueKey,
  run: SweepRun,
): Promise<void> => {
  const { firmId, stage } = parseRemovedStageKey(removed.key);
  const settings = await readRecord(table, firmSettingsRecord(firmId));
  const isRemoved = settings?.stages.every(({ key }) => key !== stage);
  const strays = isRemoved ? await leadsInStage(table, firmId, stage, LEADS_MAXIMUM) : [];
  if (!settings || strays.length === 0) {
    await commitWhenFree(table, [forgetRemovedStage(removed)]);
    return;
  }
  const target = firstOpenStage(settings.stages)?.key;
  if (target === undefined) return;
  const change = systemChange(now());
  // A lead that changes meanwhile, or is outdated in the index, is left to the next sweep.
  const move = async ({ read }: LeadInStage) => {
    const moved = changedLead(read(), { status: target }, settings, change.at);
    if (moved) await commitWhenFree(table, [putLead(firmId, moved, change)]);
  };
  for (const stray of strays) await run.process({ ...removed, key: stray.key }, () => move(stray));
};
