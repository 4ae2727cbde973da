import { mapConcurrently } from "../runtime/map-concurrently.ts";
import { firmSettingsRecord } from "../settings/firm.store.ts";
import { commitWhenFree } from "../table/commit.ts";
import type { DueKey } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { CACHED_MILLISECONDS } from "../table/record-cache.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import { endIndexing, type LeadIndex, leadsAfter, saveProgress, touchLead } from "./lead-index.store.ts";

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

const CONCURRENT_TOUCHES = 5;

/** An instance that publishes changes knows the gate by then, even if its clock is late. */
const SETTLED_MILLISECONDS = CACHED_MILLISECONDS + 1_000;

/**
 * Brings the leads of a firm to the index, one page after another, and begins where the last sweep ended. Concurrent sweeps
 * and changes of the gate are harmless: each page requires the progress that was read before it.
 */
export const indexLeads = async (
  { table, wait, nextTurn, isOver }: Dependencies,
  firm: FirmId,
  due: DueKey,
): Promise<void> => {
  const { generation } = await readIndex(table, firm);
  await wait(SETTLED_MILLISECONDS);
  while (!isOver()) {
    const index = await readIndex(table, firm);
    if (index.state !== "building") {
      await commitWhenFree(table, [endIndexing(due)]);
      return;
    }
    // The gate was enabled anew: the next sweep waits anew.
    if (index.generation !== generation) return;
    await nextTurn();
    await indexPage(table, firm, index);
  }
};

const NO_INDEX: LeadIndex = { state: "off", indexed: 0, generation: 0 };

/** Reads the progress; none after the firm's erasure. */
const readIndex = async (table: Table, firm: FirmId): Promise<LeadIndex> =>
  (await readRecord(table, firmSettingsRecord(firm)))?.conflictIndex ?? NO_INDEX;

const indexPage = async (table: Table, firm: FirmId, index: LeadIndex) => {
  const { generation, cursor, indexed } = index;
  const { leads, isLast } = await leadsAfter(table, firm, { cursor, limit: PAGE });
  const untouched = leads.filter((lead) => lead.generation < generation);
  await mapConcurrently(untouched, CONCURRENT_TOUCHES, ({ id }) =>
    updateItem(table, touchLead(firm, id, generation)),
  );
  const progress = { generation, indexed: indexed + leads.length };
  const after: LeadIndex = isLast
    ? { ...progress, state: "complete" }
    : { ...progress, state: "building", cursor: leads.at(-1)?.id };
  await updateItem(table, saveProgress(firm, index, after));
};
