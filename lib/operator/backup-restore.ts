import { isDeepStrictEqual } from "node:util";
import {
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
} from "@aws-sdk/client-dynamodb";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { InvalidArgumentError } from "commander";
import type { OnFault } from "../../shared/table/record-fault.ts";
import type { Table } from "../../shared/table/table.ts";
import { continueLogs } from "./continue-logs.ts";
import { openDeployment, requireDeployed, tableOf } from "./deployment.ts";
import { operatorCommand, type WalkOptions } from "./operator-command.ts";
import { progressOf } from "./output.ts";
import { parseInstant } from "./parse-argument.ts";
import {
  copyTableSettings,
  describeBackups,
  describeTable,
  isOfStack,
  waitUntilActive,
} from "./table-settings.ts";

type Options = WalkOptions & { readonly at: RestorePoint; readonly to: string };

const parseRestorePoint = (text: string): RestorePoint => (text === "latest" ? text : parseInstant(text));

const parseTableName = (text: string) => {
  if (!/^[\w.-]{3,255}$/.test(text)) throw new InvalidArgumentError("It must be a name of a table.");
  return text;
};

const restore = async (options: Options) => {
  const deployment = await openDeployment(options);
  requireDeployed(deployment);
  const from = tableOf(deployment);
  if (options.to === from.name) throw new Error("--to must name a new table");
  const onProgress = (line: string) => console.error(line);
  const to = { client: from.client, name: options.to };
  return restoreTable({ from, to, at: options.at, onProgress, onFault: options.onFault });
};

export const backupRestoreCommand = operatorCommand({
  usage: "restore",
  description: "restore the table as it was at an instant, as a new table; the stack stays as it is",
  examples: ["--at 2026-11-22T08:30:00Z --to intake-prod-restored --table <TableName>"],
  run: restore,
})
  .requiredOption("--at <instant>", "the instant, within the last 35 days, or latest", parseRestorePoint)
  .requiredOption(
    "--to <name>",
    "the new table; one that exists is only prepared and compared",
    parseTableName,
  );

/** `latest` is about five minutes ago. */
type RestorePoint = Date | "latest";

type Restore = {
  readonly from: Table;
  /** The new table. An existing one is not restored again, only prepared and compared. */
  readonly to: Table;
  readonly at: RestorePoint;
  readonly onProgress: (line: string) => void;
  readonly onFault: OnFault;
};

/** Restores a table's state at an instant, gives it the original's settings and compares the two. */
const restoreTable = async ({ from, to, at, onProgress, onFault }: Restore) => {
  if (!(await exists(to))) await startRestore(from, to, at);
  else if (await isOfStack(to)) throw new Error(`${to.name} belongs to a stack: name another table`);
  else onProgress(`${to.name} exists: it is not restored again`);
  onProgress(`waiting for ${to.name}, which takes from minutes to hours`);
  await waitUntilActive(to);
  onProgress("enabling stream, expiry, point-in-time recovery, tags and deletion protection");
  await copyTableSettings(from, to);
  const [original, restored] = await Promise.all([describeTable(from), describeTable(to)]);
  return {
    table: to.name,
    at: restored.RestoreSummary?.RestoreDateTime?.toISOString() ?? null,
    stream_arn: restored.LatestStreamArn,
    different: differences(original, restored),
    continued_logs: await continueLogs(from, to, onFault),
    items: await countItems(to),
    items_of_original: await countItems(from),
  };
};

const exists = async (table: Table) => {
  try {
    return (await describeTable(table)) !== undefined;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  }
};

const startRestore = async (from: Table, to: Table, at: RestorePoint) => {
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
    (await describeBackups(from)) ?? {};
  if (earliest === undefined || latest === undefined)
    throw new Error(`${from.name} has no point-in-time recovery`);
  if (at !== "latest" && (at < earliest || at > latest)) {
    throw new Error(
      `${from.name} can be restored to instants from ${earliest.toISOString()} to ${latest.toISOString()}`,
    );
  }
  await from.client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: from.name,
      TargetTableName: to.name,
      ...(at === "latest" ? { UseLatestRestorableTime: true } : { RestoreDateTime: at }),
    }),
  );
};

/** Returns the settings that must be equal in both tables, by name. */
const comparable = (table: TableDescription): Record<string, unknown> => ({
  keys: table.KeySchema,
  ...Object.fromEntries(
    (table.GlobalSecondaryIndexes ?? []).map(({ IndexName, KeySchema, Projection }) => [
      `index ${IndexName}`,
      { KeySchema, Projection },
    ]),
  ),
  stream: table.StreamSpecification?.StreamViewType,
  billing: table.BillingModeSummary?.BillingMode,
  deletion_protection: table.DeletionProtectionEnabled ?? false,
});

/** Returns the names of the settings that differ. */
const differences = (original: TableDescription, restored: TableDescription) => {
  const [expected, actual] = [comparable(original), comparable(restored)];
  return [...new Set([...Object.keys(expected), ...Object.keys(actual)])].filter(
    (name) => !isDeepStrictEqual(expected[name], actual[name]),
  );
};

/**
 * Counts by reading the whole table, at half a read unit for each 4 KB. AWS updates its own count only every six hours.
 */
const countItems = async ({ client, name }: Table) => {
  const report = progressOf((items) => `${items} items of ${name} counted`);
  let items = 0;
  for await (const { Count = 0 } of paginateScan({ client }, { TableName: name, Select: "COUNT" })) {
    items += Count;
    report(items);
  }
  return items;
};
