import { setTimeout as sleep } from "node:timers/promises";
import { deadlineSignal } from "../runtime/deadline.ts";
import { ownProperty } from "../runtime/maps.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord, uncached } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { CACHED_MILLISECONDS } from "../table/ttl-cache.ts";
import type { FirmSettings } from "./firm.rules.ts";
import { firmStore, settingsRecord } from "./firm.store.ts";

type ClosingStages = FirmSettings["closingStages"];

/** How long a function lives, and so a removal may take: a stage must stay closed until it is gone. */
const REMOVAL_MILLISECONDS = 20_000;
const CLOSING_MILLISECONDS = 30_000;

/** Waits until no instance uses settings that were read before. */
export const waitForCaches = () =>
  sleep(CACHED_MILLISECONDS + 1_000, undefined, { signal: deadlineSignal() });

/** Whether each of these stages closes exactly as `closed` says: it has taken no new lead since. */
export const areClosed = (
  stageKeys: readonly string[],
  { closingStages }: FirmSettings,
  closed: ClosingStages,
): boolean =>
  stageKeys.every((key) => {
    const until = ownProperty(closed, key);
    return until !== undefined && until === ownProperty(closingStages, key);
  });

/**
 * Closes stages to new leads. A stage that another request has closed for long enough is left as it is: requests that
 * remove the same stage must not make each other wait anew. Stages that are not removed open by themselves.
 * @returns until when each stage closes, or `conflict` when the settings have changed since they were read
 */
export const closeStages = async (
  table: Table,
  firm: FirmId,
  settings: FirmSettings,
  stageKeys: readonly string[],
): Promise<ClosingStages | "conflict"> => {
  const now = Date.now();
  const untilMilliseconds = (key: string) => {
    const until = ownProperty(settings.closingStages, key) ?? 0;
    return until >= now + REMOVAL_MILLISECONDS ? until : now + CLOSING_MILLISECONDS;
  };
  const closed = Object.fromEntries(stageKeys.map((key) => [key, untilMilliseconds(key)]));
  if (areClosed(stageKeys, settings, closed)) return closed;
  const closingStages = { ...settings.closingStages, ...closed };
  const written = await firmStore(table).setClosingStages(firm, settings, closingStages);
  return written === "done" ? closed : written;
};

/** Opens stages again that this request closed, unless they have changed since; then they open by themselves. */
export const reopenStages = async (table: Table, firm: FirmId, closed: ClosingStages): Promise<void> => {
  const settings = await readRecord(table, uncached(settingsRecord(firm)));
  await firmStore(table).setClosingStages(firm, settings, withoutStages(settings, Object.keys(closed)));
};

/** The closing stages except for these, and for those that have opened by themselves long ago. */
export const withoutStages = ({ closingStages }: FirmSettings, stageKeys: readonly string[]): ClosingStages =>
  Object.fromEntries(
    Object.entries(closingStages).filter(([key, until]) => !stageKeys.includes(key) && until > Date.now()),
  );
