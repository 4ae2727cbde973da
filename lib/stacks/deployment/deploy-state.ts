import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { Stack } from "@aws-sdk/client-cloudformation";
import { stackNameOf } from "../stage-names.ts";
import { readTemplate } from "./connection.ts";
import { deployArgs } from "./deploy-args.ts";
import type { Deployment } from "./deployment.ts";
import { deployAndAddIndexes, readUnreadIndexes, removeIndexes, requireIndexes } from "./index-steps.ts";
import { templateFile } from "./indexed-tables.ts";
import { leavingState } from "./leaving-state.ts";
import { findOutput, listResources } from "./stack-state.ts";

const stateStackOf = (deployment: Deployment) => {
  const stackName = stackNameOf(deployment.stage, "state");
  const { restoredTable } = deployment.stage;
  const imports = restoredTable ? ["--import-existing-resources"] : [];
  const deploy = (assembly: string) => deployment.runCdk([...deployArgs(assembly, stackName), ...imports]);
  return { ...deployment, stackName, deploy };
};

type StateStack = ReturnType<typeof stateStackOf>;

/**
 * Deploys the stack that keeps state, or leaves it as it is where something would leave it. A table that is created or
 * imported has all indexes at once.
 */
export const deployState = async (deployment: Deployment, existing: Stack | null): Promise<boolean> => {
  const stack = stateStackOf(deployment);
  const { restoredTable } = deployment.stage;
  const restored = restoredTable?.tableArn.split("/").at(-1);
  // Once it is imported, it gets new indexes like any other table.
  if (restored !== undefined && (existing === null || !(await hasTable(stack, restored))))
    await requireIndexes(stack, restored);
  if (existing === null) return stack.deploy(stack.assembly);
  const leaving = await findLeaving(stack);
  return leaving.length === 0 ? deployAndAddIndexes(stack) : skipState(stack, existing, leaving);
};

const hasTable = async (stack: StateStack, table: string) =>
  (await listResources(stack.cloudFormation, stack.stackName)).some(
    ({ PhysicalResourceId }) => PhysicalResourceId === table,
  );

/** Returns what would leave the stack though nobody said so: the version is probably an earlier one. */
const findLeaving = async (stack: StateStack): Promise<string[]> => {
  const { cloudFormation, assembly, stackName, stage, changesTable, releasesState } = stack;
  if (releasesState) return [];
  const next = readFileSync(templateFile(assembly, stackName), "utf8");
  const releasesTables = changesTable || stage.releasesOwnTable === true;
  return leavingState(await readTemplate(cloudFormation, stackName), next, { releasesTables });
};

/** @throws Error if the version reads an index that the table lacks, and that its state would have made */
const skipState = async (
  stack: StateStack,
  existing: Stack,
  leaving: readonly string[],
): Promise<boolean> => {
  const { stackName, stage, log } = stack;
  log(
    `${stackName} stays as it is: this version lacks ${leaving.join(", ")}, which would leave the stack and stay in the account. If you mean that: npm run deploy -- ${stage.name} --release-state`,
  );
  const table = findOutput(existing, "TableName");
  if (table !== undefined) await requireIndexes(stack, table);
  return true;
};

/** Names the indexes that the deployed version does not read, and the command that removes them. */
export const nameUnreadIndexes = async (deployment: Deployment): Promise<void> => {
  for (const { table, indexes } of await readUnreadIndexes(stateStackOf(deployment)))
    deployment.log(
      `This version does not read the indexes ${indexes.join(", ")} of ${table}. Once you will deploy none that does: npm run deploy -- ${deployment.stage.name} --remove-indexes`,
    );
};

/**
 * Removes the indexes that the running version does not read.
 * @returns false if an update failed; a repeated call goes on from there
 * @throws Error if the assembly is not that of the running version
 */
export const removeUnreadIndexes = async (deployment: Deployment): Promise<boolean> => {
  const { cloudFormation, assembly, stage } = deployment;
  const service = stackNameOf(stage, "service");
  const declared = readFileSync(templateFile(assembly, service), "utf8");
  const deployed = await readTemplate(cloudFormation, service);
  if (!isDeepStrictEqual(JSON.parse(deployed), JSON.parse(declared)))
    throw new Error(
      `${service} runs another version than ${assembly}, which may read the indexes: deploy this one first.`,
    );
  return removeIndexes(stateStackOf(deployment));
};
