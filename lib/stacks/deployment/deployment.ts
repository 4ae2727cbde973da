import type { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import type { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { PinnedStage } from "../stage.ts";

export type Deployment = {
  /** CloudFormation in the stage's region. */
  readonly cloudFormation: CloudFormationClient;
  readonly cloudFormationIn: (region: string) => CloudFormationClient;
  readonly cloudWatch: CloudWatchClient;
  readonly dynamoDb: DynamoDBClient;
  readonly stage: PinnedStage;
  /** The folder of the cloud assembly. */
  readonly assembly: string;
  /** The deployment moves the stack to another table while callers are kept out, so it is neither tested nor watched. */
  readonly changesTable: boolean;
  /** Resources that hold state, and that the assembly lacks, leave their stack. */
  readonly releasesState: boolean;
  /** Runs the CDK CLI with these arguments; resolves to true if it succeeded. */
  readonly runCdk: (args: readonly string[]) => Promise<boolean>;
  /** Resolves to true if the deployed service works. */
  readonly runSmokeTest: (target: { readonly baseUrl: string; readonly table: string }) => Promise<boolean>;
  /** Resolves to true if the host has an address. */
  readonly hasAddress: (host: string) => Promise<boolean>;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly log: (line: string) => void;
};
