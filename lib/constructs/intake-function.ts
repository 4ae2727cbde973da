import { join } from "node:path";
import { Duration, type RemovalPolicy } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { TableAction } from "../../shared/contract/endpoint-definition.ts";
import type { IntakeTable } from "./intake-table.ts";

export type FunctionContext = {
  readonly table: IntakeTable;
  /** Where `bundleFunctions` put the bundles. */
  readonly bundles: string;
  readonly removalPolicy: RemovalPolicy;
  readonly environment?: Record<string, string>;
};

type IntakeFunctionProps = FunctionContext & {
  /** The file's stem below `functions/`. */
  readonly name: string;
  readonly description: string;
  readonly timeoutSeconds?: number;
};

/** One Lambda function of ours: its bundle, its log group, and a role that may do nothing else but write there. */
export class IntakeFunction extends LambdaFunction {
  readonly #table: IntakeTable;

  constructor(scope: Construct, id: string, props: IntakeFunctionProps) {
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: props.removalPolicy,
    });
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    super(scope, id, {
      role,
      logGroup,
      description: props.description,
      code: Code.fromAsset(join(props.bundles, props.name)),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 512,
      timeout: Duration.seconds(props.timeoutSeconds ?? 20),
      loggingFormat: LoggingFormat.JSON,
      environment: { TABLE_NAME: props.table.tableName, ...props.environment },
    });
    this.#table = props.table;
  }

  /** Grants these calls and no others, on the table and, for queries, its indexes. */
  allowTableActions(actions: readonly TableAction[]) {
    const resources = [this.#table.tableArn];
    if (actions.includes("Query")) resources.push(`${this.#table.tableArn}/index/*`);
    if (actions.length > 0) this.#allow(actions, resources);
  }

  /** Authentication takes a lease by updating the key's item: items of keys only, whatever else is granted. */
  allowKeyLeases() {
    this.#allow(["UpdateItem"], [this.#table.tableArn], {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["KEY#*"] },
    });
  }

  #allow(actions: readonly TableAction[], resources: string[], conditions?: Record<string, unknown>) {
    this.addToRolePolicy(
      new PolicyStatement({
        actions: actions.map((action) => `dynamodb:${action}`),
        resources,
        ...(conditions && { conditions }),
      }),
    );
  }
}
