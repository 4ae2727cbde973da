import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { DescribeTableCommand, type DynamoDBClient, type TableDescription } from "@aws-sdk/client-dynamodb";
import { POLL_MILLISECONDS } from "./await-update.ts";
import { readTemplate } from "./connection.ts";
import {
  type Index,
  type TableProperties,
  type TableVersions,
  tablesOf,
  templateFile,
  withIndexes,
  writeTables,
} from "./indexed-tables.ts";
import { listResources } from "./stack-state.ts";

/**
 * DynamoDB makes or removes one index of a table at a time. CloudFormation does not wait until a new index has all
 * items, and refuses two changes in one update:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-dynamodb-table.html
 */
type Stack = Reader & {
  readonly cloudFormation: CloudFormationClient;
  /** Deploys the stack from an assembly; resolves to true if that succeeded. */
  readonly deploy: (assembly: string) => Promise<boolean>;
};

type Reader = {
  readonly dynamoDb: DynamoDBClient;
  readonly assembly: string;
  readonly stackName: string;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly log: (line: string) => void;
};

type DeployedTable = TableVersions & { readonly id: string; readonly name: string };

/** Chooses the indexes of the next update, by name. */
type Step = (deployed: readonly string[], declared: readonly string[]) => readonly string[];

const SAME: Step = (deployed) => deployed;
const ONE_MORE: Step = (deployed, declared) => [...deployed, ...without(declared, deployed).slice(0, 1)];
const ONE_LESS: Step = (deployed, declared) => without(deployed, without(deployed, declared).slice(0, 1));

const without = (names: readonly string[], others: readonly string[]) =>
  names.filter((name) => !others.includes(name));

const namesOf = ({ GlobalSecondaryIndexes }: TableProperties) =>
  GlobalSecondaryIndexes.map(({ IndexName }) => IndexName);

/**
 * Deploys a stack that exists, then each new index of its tables, and waits until it holds all items. Nothing else
 * changes beside an index, as CloudFormation recommends. Indexes that the assembly lacks stay: the running version may
 * read them.
 * @returns false if an update failed; a repeated call goes on from there
 */
export const deployAndAddIndexes = async (stack: Stack): Promise<boolean> =>
  (await update(stack, await readTables(stack), SAME)) && repeat(stack, ONE_MORE);

/** Returns the indexes that the assembly lacks, by the name of their table. */
export const readUnreadIndexes = async (stack: Stack) =>
  (await readTables(stack)).flatMap(({ name: table, deployed, declared }) => {
    const indexes = without(namesOf(deployed), namesOf(declared));
    return indexes.length === 0 ? [] : [{ table, indexes }];
  });

/**
 * Removes the indexes that the assembly lacks, once no version reads them.
 * @returns false if an update failed; a repeated call goes on from there
 */
export const removeIndexes = (stack: Stack): Promise<boolean> => repeat(stack, ONE_LESS);

const repeat = async (stack: Stack, step: Step): Promise<boolean> => {
  let last = "";
  for (;;) {
    const tables = await readTables(stack);
    const present = tables.map(({ deployed }) => namesOf(deployed)).join();
    const planned = tables.map(({ deployed, declared }) => step(namesOf(deployed), namesOf(declared))).join();
    if (planned === present) return true;
    if (planned === last) throw new Error(`The update of ${stack.stackName} changed no index.`);
    last = planned;
    if (!(await update(stack, tables, step))) return false;
  }
};

const update = (stack: Stack, tables: readonly DeployedTable[], step: Step): Promise<boolean> => {
  const { assembly, deploy, log } = stack;
  const next = new Map<string, TableProperties>();
  for (const { id, name, ...versions } of tables) {
    const before = namesOf(versions.deployed);
    const after = step(before, namesOf(versions.declared));
    for (const index of without(after, before)) log(`Making the index ${index} of ${name}.`);
    for (const index of without(before, after)) log(`Removing the index ${index} of ${name}.`);
    if (!isDeepStrictEqual(new Set(after), new Set(namesOf(versions.declared))))
      next.set(id, withIndexes(versions, after));
  }
  return next.size === 0 ? deploy(assembly) : deployCopy(stack, next);
};

/** Deploys a copy of the assembly with other tables. */
const deployCopy = async (
  { assembly, stackName, deploy }: Stack,
  tables: ReadonlyMap<string, TableProperties>,
): Promise<boolean> => {
  const copy = mkdtempSync(join(tmpdir(), "intake-assembly-"));
  try {
    cpSync(assembly, copy, { recursive: true });
    writeTables(copy, stackName, tables);
    return await deploy(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
};

/**
 * Reads the stack's tables, once each of their indexes is complete.
 * @throws Error if an index would change in place, or if somebody else has made or removed one
 */
const readTables = async (stack: Stack): Promise<DeployedTable[]> => {
  const { cloudFormation, stackName } = stack;
  const declared = readDeclared(stack);
  if (declared.size === 0) return [];
  const known = tablesOf(await readTemplate(cloudFormation, stackName));
  const tables: DeployedTable[] = [];
  for (const { LogicalResourceId: id = "", PhysicalResourceId: name = "" } of await listResources(
    cloudFormation,
    stackName,
  )) {
    const versions = { deployed: known.get(id), declared: declared.get(id) };
    if (versions.deployed === undefined || versions.declared === undefined) continue;
    const table = { id, name, deployed: versions.deployed, declared: versions.declared };
    refuseChange(table);
    refuseUnknown(table, await awaitIndexes(stack, name));
    tables.push(table);
  }
  return tables;
};

const refuseChange = ({ name, deployed, declared }: DeployedTable) => {
  for (const index of declared.GlobalSecondaryIndexes) {
    const before = deployed.GlobalSecondaryIndexes.find(({ IndexName }) => IndexName === index.IndexName);
    if (before && !isDeepStrictEqual(shapeOf(before), shapeOf(index)))
      throw new Error(
        `The index ${index.IndexName} of ${name} would have other keys or another projection. DynamoDB cannot change an index: give it a new name in lib/stacks/constructs/intake-table.ts.`,
      );
  }
};

const shapeOf = ({ KeySchema, Projection }: Index) => ({ KeySchema, Projection });

const refuseUnknown = ({ name, deployed }: DeployedTable, existing: readonly string[]) => {
  const [unknown] = without(existing, namesOf(deployed));
  if (unknown !== undefined)
    throw new Error(
      `The table ${name} has an index ${unknown} that CloudFormation does not know, perhaps of an update that was rolled back. Delete it, and deploy again: aws dynamodb update-table --table-name ${name} --global-secondary-index-updates 'Delete={IndexName=${unknown}}'`,
    );
  const [missing] = without(namesOf(deployed), existing);
  if (missing !== undefined)
    throw new Error(
      `The table ${name} lacks the index ${missing}, which CloudFormation made: make it again by hand, and deploy again.`,
    );
};

/** @throws Error if a table that is not in the stack lacks an index of the assembly */
export const requireIndexes = async (stack: Reader, tableName: string) => {
  const existing = await awaitIndexes(stack, tableName);
  const [missing] = without([...readDeclared(stack).values()].flatMap(namesOf), existing);
  if (missing !== undefined)
    throw new Error(
      `The table ${tableName} lacks the index ${missing}: make it by hand, with the keys and projection of the stack's own table, and deploy again.`,
    );
};

const readDeclared = ({ assembly, stackName }: Reader) =>
  tablesOf(readFileSync(templateFile(assembly, stackName), "utf8"));

/** Waits until no index of a table is being made or removed, and returns the indexes. */
const awaitIndexes = async ({ dynamoDb, wait, log }: Reader, TableName: string): Promise<string[]> => {
  let last = "";
  for (;;) {
    const { Table = {} } = await dynamoDb.send(new DescribeTableCommand({ TableName }));
    const progress = progressOf(Table);
    if (progress === "") return (Table.GlobalSecondaryIndexes ?? []).map(({ IndexName = "" }) => IndexName);
    if (progress !== last) log(`${TableName}: ${progress}`);
    last = progress;
    await wait(POLL_MILLISECONDS);
  }
};

/** Describes what changes in a table; empty if nothing does. */
const progressOf = ({ TableStatus, GlobalSecondaryIndexes = [] }: TableDescription): string => {
  const indexes = GlobalSecondaryIndexes.filter(({ IndexStatus }) => IndexStatus !== "ACTIVE").map(
    ({ IndexName, IndexStatus, Backfilling }) =>
      `${IndexName} is ${IndexStatus}${Backfilling ? ", reading the items" : ""}`,
  );
  return [...(TableStatus === "ACTIVE" ? [] : [`the table is ${TableStatus}`]), ...indexes].join("; ");
};
