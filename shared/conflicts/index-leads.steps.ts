import { awaitsCheck } from "../leads/clearance.rules.ts";
import { mapConcurrently } from "../runtime/map-concurrently.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { firmSettingsRecord } from "../settings/firm.store.ts";
import { commitWhenFree } from "../table/commit.ts";
import { type DueKey, dueMilliseconds } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { CACHED_MILLISECONDS } from "../table/record-cache.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import {
  endIndexing,
  type IndexedLead,
  type LeadIndex,
  leadsAfter,
  saveProgress,
  type TouchMark,
  touchLead,
} from "./lead-index.store.ts";

type Dependencies = {
  readonly table: Table;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** Returns when the next page may be read: one in each `PAGE_MILLISECONDS`, of all firms together. */
  readonly nextTurn: () => Promise<unknown>;
  readonly isOver: () => boolean;
};

/**
 * The publisher takes two batches of a firm's changes at a time, and makes some 20 calls for each lead that comes to the
 * index: that is 50 leads a second or more. Half of that leaves it time for everybody's events.
 */
const PAGE = 25;
export const PAGE_MILLISECONDS = 1_000;

/** The leads that are looked at together, once all are indexed, for those that await a check. */
const CHECKING_PAGE = 1_000;

const CONCURRENT_TOUCHES = 5;

/** By how much the clock of an instance may be late. */
const LATE_CLOCK_MILLISECONDS = 1_000;

/** An instance that publishes changes knows the gate by then. */
const SETTLED_MILLISECONDS = CACHED_MILLISECONDS + LATE_CLOCK_MILLISECONDS;

/**
 * Brings the leads of a firm to the index, one page after another, and begins where the last sweep ended. Then it brings
 * those to their automatic checks that are new or have changed since the gate was enabled: the consumer has left them, since
 * a check needs the whole index. Concurrent sweeps and changes of the gate are harmless: each page requires the gate and the
 * progress that were read before it.
 */
export const indexLeads = async (
  { table, wait, nextTurn, isOver }: Dependencies,
  firm: FirmId,
  due: DueKey,
): Promise<void> => {
  const first = await readIndexing(table, firm);
  await wait(SETTLED_MILLISECONDS);
  while (!isOver()) {
    const indexing = await readIndexing(table, firm);
    if (indexing === null) {
      await commitWhenFree(table, [endIndexing(due)]);
      return;
    }
    // The gate was enabled anew: the next sweep waits anew.
    if (indexing.conflictIndex.generation !== first?.conflictIndex.generation) return;
    await nextTurn();
    const touched = await (indexing.conflictIndex.isChecking
      ? touchAwaiting(table, firm, indexing, dueMilliseconds(due) - LATE_CLOCK_MILLISECONDS)
      : touchUnindexed(table, firm, indexing));
    await updateItem(table, saveProgress(firm, indexing, touched));
  }
};

type Indexing = Pick<FirmSettings, "conflictGate" | "conflictIndex">;

/** Reads the progress; null when there is nothing left to do, or the firm was erased. */
const readIndexing = async (table: Table, firm: FirmId): Promise<Indexing | null> => {
  const settings = await readRecord(table, firmSettingsRecord(firm));
  const { state, isChecking } = settings?.conflictIndex ?? { state: "off" };
  return state === "building" || isChecking ? settings : null;
};

/** Brings a page of leads to the index. Returns the progress after it. */
const touchUnindexed = async (
  table: Table,
  firm: FirmId,
  { conflictGate, conflictIndex }: Indexing,
): Promise<LeadIndex> => {
  const { generation, cursor, indexed } = conflictIndex;
  const { leads, isLast } = await leadsAfter(table, firm, { cursor, limit: PAGE });
  await touch(table, firm, leads, { mark: "conflictIndexed", generation });
  const progress = { generation, indexed: indexed + leads.length };
  if (!isLast) return { ...progress, state: "building", cursor: leads.at(-1)?.id };
  return { ...progress, state: "complete", ...(conflictGate.autoCheck && { isChecking: true }) };
};

/** Brings those to their checks that await one, among the next leads. Returns the progress after it. */
const touchAwaiting = async (
  table: Table,
  firm: FirmId,
  { conflictIndex }: Indexing,
  sinceMilliseconds: number,
): Promise<LeadIndex> => {
  const { cursor, isChecking: _, ...complete } = conflictIndex;
  const { leads, isLast } = await leadsAfter(table, firm, { cursor, limit: CHECKING_PAGE });
  const awaiting = leads.filter((lead) => awaitsCheck(lead, sinceMilliseconds));
  await touch(table, firm, awaiting.slice(0, PAGE), { mark: "checkDue", generation: complete.generation });
  const last = awaiting[PAGE - 1];
  if (isLast && last === undefined) return complete;
  return { ...complete, isChecking: true, cursor: (last ?? leads.at(-1))?.id };
};

const touch = (
  table: Table,
  firm: FirmId,
  leads: readonly IndexedLead[],
  { mark, generation }: { readonly mark: TouchMark; readonly generation: number },
) =>
  mapConcurrently(
    leads.filter((lead) => lead[mark] < generation),
    CONCURRENT_TOUCHES,
    ({ id }) => updateItem(table, touchLead(firm, id, mark, generation)),
  );
