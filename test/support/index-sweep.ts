import { AsyncLocalStorage } from "node:async_hooks";
import { sweepReminders } from "../../shared/consultations/sweep-reminders.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { conflictIndexKey } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { readLeads } from "./leads.ts";
import { readItem } from "./read-item.ts";

/** What a test does during a sweep belongs to no function. */
const outsideInvocations = AsyncLocalStorage.snapshot();

/** Runs one sweep by a clock that only waits move. `onWait` runs after each. */
export const sweepIndexes = (
  table: Table,
  { onWait = async () => {}, pace = 1 }: { onWait?: (milliseconds: number) => unknown; pace?: number } = {},
) => {
  let clock = Date.now();
  const wait = async (milliseconds: number) => {
    clock += milliseconds * pace;
    await outsideInvocations(() => onWait(milliseconds));
  };
  return runInvocation({ function: "sweep-deliveries" }, () =>
    sweepReminders({ table, now: () => clock, wait }),
  );
};

/** Returns the generations of the index that have touched the firm's leads. */
export const generationsOf = async (table: Table, firm: FirmId) =>
  (await readLeads(table, firm)).map(({ conflictIndexed = 0 }) => Number(conflictIndexed));

export const isIndexDue = async (table: Table, firm: FirmId) =>
  (await readItem(table, conflictIndexKey(firm))) !== undefined;
