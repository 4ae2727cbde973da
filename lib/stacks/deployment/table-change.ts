import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CloudFormationClient, Stack } from "@aws-sdk/client-cloudformation";
import * as z from "zod";
import { findOutput, listResources } from "./stack-state.ts";

const template = z.object({
  Outputs: z.object({
    // A restored table has a name in the template; the stage's own table is a resource.
    TableName: z.object({ Value: z.union([z.string(), z.object({ Ref: z.string() })]) }),
  }),
});

type TableChange = { readonly from: string; readonly to: string };

type Deployed = {
  /** The stack that serves. */
  readonly stack: Stack;
  readonly stateStackName: string;
};

/** Returns the service's present table and the table of this assembly; null if both are the same or there is none yet. */
export const readTableChange = async (
  cloudFormation: CloudFormationClient,
  { stack, stateStackName }: Deployed,
  assembly: string,
): Promise<TableChange | null> => {
  const from = findOutput(stack, "TableName");
  if (from === undefined) return null;
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
