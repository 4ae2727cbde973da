import type { Stack } from "@aws-sdk/client-cloudformation";
import { stackNameOf } from "../stage-names.ts";
import { deployArgs } from "./deploy-args.ts";
import type { Deployment } from "./deployment.ts";
import { deployAndAddIndexes, removeIndexes, requireIndexes } from "./index-steps.ts";

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
  if (restoredTable) await requireIndexes(stack, restoredTable.tableArn.split("/").at(-1) ?? "");
  return existing === null ? stack.deploy(stack.assembly) : deployAndAddIndexes(stack);
};

export const removeStateIndexes = (deployment: Deployment) => removeIndexes(stateStackOf(deployment));
