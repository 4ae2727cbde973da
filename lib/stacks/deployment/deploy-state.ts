import type { Stack } from "@aws-sdk/client-cloudformation";
import { stackNameOf } from "../stage-names.ts";
import { deployArgs } from "./deploy-args.ts";
import type { Deployment } from "./deployment.ts";
import { deployAndAddIndexes, removeIndexes, requireIndexes } from "./index-steps.ts";
import { listResources } from "./stack-state.ts";

const stateStackOf = (deployment: Deployment) => {
  const stackName = stackNameOf(deployment.stage, "state");
  const { restoredTable } = deployment.stage;
  const imports = restoredTable ? ["--import-existing-resources"] : [];
  const deploy = (assembly: string) => deployment.runCdk([...deployArgs(assembly, stackName), ...imports]);
  return { ...deployment, stackName, deploy };
};

/** Deploys the stack that keeps state. A table that is created or imported has all indexes at once. */
export const deployState = async (deployment: Deployment, existing: Stack | null): Promise<boolean> => {
  const stack = stateStackOf(deployment);
  const { restoredTable } = deployment.stage;
  const restored = restoredTable?.tableArn.split("/").at(-1);
  // Once it is imported, it gets new indexes like any other table.
  if (restored !== undefined && (existing === null || !(await hasTable(stack, restored))))
    await requireIndexes(stack, restored);
  return existing === null ? stack.deploy(stack.assembly) : deployAndAddIndexes(stack);
};

const hasTable = async (stack: ReturnType<typeof stateStackOf>, table: string) =>
  (await listResources(stack.cloudFormation, stack.stackName)).some(
    ({ PhysicalResourceId }) => PhysicalResourceId === table,
  );

export const removeStateIndexes = (deployment: Deployment) => removeIndexes(stateStackOf(deployment));
