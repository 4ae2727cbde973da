import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CloudFormationClient, Stack } from "@aws-sdk/client-cloudformation";
import * as z from "zod";
import { stackNameOf } from "../stage-names.ts";
import { isDeployedPaused } from "./connection.ts";
import type { Deployment } from "./deployment.ts";
import { findOutput, listResources, readStack } from "./stack-state.ts";

const template = z.object({
  Outputs: z.object({
    // A restored table has a name in the template; the stage's own table is a resource.
    TableName: z.object({ Value: z.union([z.string(), z.object({ Ref: z.string() })]) }),
  }),
});

type TableChange = { readonly from: string; readonly to: string };

/**
 * Decides whether a deployment may go on. It changes the table only on request and only while everything is paused, so
 * that neither the old table nor a rollback to it lets anything out.
 * @throws Error that says what to do instead
 */
export const checkTable = async (deployment: Deployment, stack: Stack): Promise<void> => {
  const change = await readTableChange(deployment, stack);
  const { changesTable, stage } = deployment;
  if (change !== null && !changesTable)
    throw new Error(
      `${stack.StackName} works on ${change.from} and would work on ${change.to}: --change-table if you mean that ("Restore" in docs/runbooks.md).`,
    );
  if (change === null && changesTable)
    throw new Error(`${stack.StackName} would not change its table: deploy without --change-table.`);
  if (changesTable && (stage.paused !== "everything" || !(await isDeployedPaused(deployment))))
    throw new Error(
      `${stack.StackName} changes its table only while it is paused: deploy with paused: "everything" alone first, and keep that setting ("Restore" in docs/runbooks.md).`,
    );
};

/** Returns what a change of the table left that failed, and the next step. CloudFormation has rolled its stack back. */
export const describeFailedSwing = async (deployment: Deployment): Promise<string> => {
  const service = await readStack(deployment.cloudFormation, stackNameOf(deployment.stage, "service"));
  const change = service && (await readTableChange(deployment, service));
  const again =
    "Everything is still paused. Mend the cause that CloudFormation's events name, and deploy again";
  return change
    ? `The service still works on ${change.from}. ${again}, with --change-table.`
    : `The service works on the new table, and the stack after it failed. ${again}, without --change-table.`;
};

/** Returns the service's present table and the table of this assembly; null if both are the same or there is none yet. */
const readTableChange = async (
  { cloudFormation, stage, assembly }: Deployment,
  stack: Stack,
): Promise<TableChange | null> => {
  const from = findOutput(stack, "TableName");
  if (from === undefined) return null;
  const stateStackName = stackNameOf(stage, "state");
  const text = readFileSync(join(assembly, `${stateStackName}.template.json`), "utf8");
  const { Value } = template.parse(JSON.parse(text)).Outputs.TableName;
  const to = typeof Value === "string" ? Value : await tableOf(cloudFormation, stateStackName, Value.Ref);
  return from === to ? null : { from, to };
};

const tableOf = async (cloudFormation: CloudFormationClient, StackName: string, logicalId: string) => {
  const resources = await listResources(cloudFormation, StackName);
  const table = resources.find(({ LogicalResourceId }) => LogicalResourceId === logicalId);
  return table?.PhysicalResourceId ?? "a new, empty table";
};
