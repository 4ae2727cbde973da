import {
  type CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
  type StackResourceSummary,
} from "@aws-sdk/client-cloudformation";

/** @returns null if there is no such stack, or if its creation has only begun */
export const readStack = async (
  cloudFormation: CloudFormationClient,
  StackName: string,
): Promise<Stack | null> => {
  try {
    const { Stacks = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName }));
    const [stack] = Stacks;
    return stack === undefined || stack.StackStatus === "REVIEW_IN_PROGRESS" ? null : stack;
  } catch (error) {
    if (error instanceof Error && error.message.includes("does not exist")) return null;
    throw error;
  }
};

/** States after a failed first deployment. The CDK CLI deletes such a stack and creates it again. */
const CREATION_FAILED = ["ROLLBACK_COMPLETE", "ROLLBACK_FAILED"];

export const hasCreationFailed = (stack: Stack | null) => CREATION_FAILED.includes(stack?.StackStatus ?? "");

/** @returns null if the stack was never deployed, or if its creation failed */
export const readDeployedStack = async (
  cloudFormation: CloudFormationClient,
  stackName: string,
): Promise<Stack | null> => {
  const stack = await readStack(cloudFormation, stackName);
  return hasCreationFailed(stack) ? null : stack;
};

export const listResources = async (
  client: CloudFormationClient,
  StackName: string,
): Promise<StackResourceSummary[]> => {
  const resources: StackResourceSummary[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName }))
    resources.push(...StackResourceSummaries);
  return resources;
};

export const isInProgress = (status: string | undefined) => status?.endsWith("_IN_PROGRESS") ?? false;

/** @throws Error if the stack has no such output */
export const outputOf = (stack: Stack, key: string): string => {
  const value = findOutput(stack, key);
  if (value === undefined) throw new Error(`The stack ${stack.StackName} has no output ${key}.`);
  return value;
};

/** Returns undefined if the stack has no such output, for example during its creation. */
export const findOutput = ({ Outputs = [] }: Stack, key: string): string | undefined =>
  Outputs.find(({ OutputKey }) => OutputKey === key)?.OutputValue;
