import { join } from "node:path";
import { Duration } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { TableAction } from "../../shared/contract/endpoint-definition.ts";
import type { Alarms } from "./alarms.ts";
import { InlineRole } from "./inline-role.ts";
import type { IntakeTable } from "./intake-table.ts";

export type FunctionContext = {
  readonly table: IntakeTable;
  /** The directory that `bundleFunctions` returned. */
  readonly bundles: string;
  readonly alarms: Alarms;
  /** The log of all functions. */
  readonly logGroup: LogGroup;
  readonly environment?: Record<string, string>;
};

type IntakeFunctionProps = FunctionContext & {
  /** The file's name in `functions/`, without extension. */
  readonly name: string;
  readonly description: string;
  readonly timeoutSeconds?: number;
  /** The share of a processor grows with it: 1,769 are one. */
  readonly memoryMegabytes?: number;
  /** Instances that are kept for this function, and that it never exceeds. */
  readonly reservedConcurrency?: number;
};

/** A Lambda function with its bundle and a role that may only write to the log, until more is granted. */
export class IntakeFunction extends LambdaFunction {
  readonly #table: IntakeTable;

  constructor(scope: Construct, id: string, props: IntakeFunctionProps) {
    const role = new InlineRole(scope, `${id}Role`, {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
    });
    props.logGroup.grantWrite(role);
    super(scope, id, {
      role,
      logGroup: props.logGroup,
      description: props.description,
      code: Code.fromAsset(join(props.bundles, props.name)),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMegabytes ?? 512,
      timeout: Duration.seconds(props.timeoutSeconds ?? 20),
      ...(props.reservedConcurrency && { reservedConcurrentExecutions: props.reservedConcurrency }),
      loggingFormat: LoggingFormat.JSON,
      // Start and report of an invocation that succeeds would be most of the log; each request has a line of ours.
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.ACTIVE,
      environment: { TABLE_NAME: props.table.tableName, ...props.environment },
    });
    this.#table = props.table;
  }

  /** Grants exactly these actions on the table and, for queries, on its indexes. */
  grantTableActions(actions: readonly TableAction[]) {
    const resources = [this.#table.tableArn];
    if (actions.includes("Query")) resources.push(`${this.#table.tableArn}/index/*`);
    if (actions.length > 0) this.#grant(actions, resources);
  }

  /** Lets authentication take a lease by updating a key's item; the condition excludes all other items. */
  grantKeyLeases() {
    this.#grant(["UpdateItem"], [this.#table.tableArn], {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["KEY#*"] },
    });
  }

  #grant(actions: readonly TableAction[], resources: string[], conditions?: Record<string, unknown>) {
    this.addToRolePolicy(
      new PolicyStatement({
        actions: actions.map((action) => `dynamodb:${action}`),
        resources,
        ...(conditions && { conditions }),
      }),
    );
  }
}
