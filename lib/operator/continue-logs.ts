import { continueLog } from "../../shared/events/continue-log.store.ts";
import { parseLogPage } from "../../shared/events/log-page.store.ts";
import { parseEventLogPartition } from "../../shared/table/parse-record-keys.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { type OnFault, processRecord } from "../../shared/table/record-fault.ts";
import { type Item, OPEN_PAGE_SORT_KEY, settingsKey } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { scanTable } from "../../shared/table/walk-items.ts";
import { operatorCommand } from "./operator-command.ts";
import { openTwoTables, type TwoTablesOptions } from "./two-tables.ts";

/**
 * Makes each firm's log in a restored table go on above its last position in the original. `onFault` receives the logs
 * that cannot be read.
 * @returns the number of logs that had to go on
 */
export const continueLogs = async (original: Table, restored: Table, onFault: OnFault): Promise<number> => {
  const filter = { expression: "sk = :open", values: { ":open": OPEN_PAGE_SORT_KEY } };
  let count = 0;
  for await (const { items } of scanTable(original, { filter, consistent: true }))
    for (const item of items) if (await continueAbove(restored, item, onFault)) count += 1;
  return count;
};

const continueAbove = async (restored: Table, openPage: Item, onFault: OnFault): Promise<boolean> => {
  const firm = parseEventLogPartition(String(openPage.pk));
  if (firm === null) return false;
  const proceed = async () => {
    if (!(await readRecord(restored, { key: settingsKey(firm), parse: Boolean }))) return false;
    const after = parseLogPage(openPage).lastNumber;
    return continueLog(restored, firm, { after, nowMilliseconds: Date.now() });
  };
  return processRecord(proceed, (fault) => {
    onFault(`the event log of the firm ${firm}`, fault);
    return false;
  });
};

const run = async (options: TwoTablesOptions) => {
  const { from, to } = await openTwoTables(options);
  return { table: to.name, continued_logs: await continueLogs(from, to, options.onFault) };
};

export const backupContinueCommand = operatorCommand<TwoTablesOptions>({
  usage: "continue",
  description:
    "let the event logs of a table go on above those of a restored one, before the stage goes back to it",
  examples: ["--table intake-prod-20261122 --to <TableName>"],
  run,
}).requiredOption("--to <name>", "the table to which the stage goes back");
