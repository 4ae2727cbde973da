import { join } from "node:path";
import { Duration } from "aws-cdk-lib";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  type FunctionProps,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { TableAction, WriteAction } from "../../../shared/api/endpoint-definition.ts";
import { LEASE_ATTRIBUTES } from "../../../shared/api/keys/rate-windows.ts";
import { apiKeyRecordKey, conflictKeyPrefix } from "../../../shared/table/record-keys.ts";
import { InlineRole } from "./inline-role.ts";

export type FunctionContext = {
  readonly table: ITable;
  /** The directory that `bundleFunctions` returned. */
  readonly bundles: string;
  /** The log of all functions. */
  readonly logGroup: LogGroup;
  readonly environment?: Record<string, string>;
  readonly reservesConcurrency: boolean;
};

type BundledFunction = Pick<FunctionContext, "bundles" | "logGroup"> & {
  /** The name in `functions/`, without `.ts` or `.consumer.ts`. */
  readonly name: string;
  readonly description: string;
  readonly timeoutSeconds?: number;
  /** The share of a processor grows with it: 1,769 MB are one processor. */
  readonly memoryMegabytes?: number;
};

/** Returns the properties of every function. Its role may only write to the log, until more is granted. */
export const bundledFunctionProps = (
  scope: Construct,
  id: string,
  { bundles, logGroup, name, description, timeoutSeconds = 20, memoryMegabytes = 512 }: BundledFunction,
): FunctionProps => {
  const role = new InlineRole(scope, id, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
  logGroup.grantWrite(role);
  return {
    role,
    logGroup,
    description,
    code: Code.fromAsset(join(bundles, name)),
    handler: "index.handler",
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    memorySize: memoryMegabytes,
    timeout: Duration.seconds(timeoutSeconds),
    // The default, declared for drift detection.
    recursiveLoop: RecursiveLoop.TERMINATE,
    loggingFormat: LoggingFormat.JSON,
    // Start and report lines of successful invocations would be most of the log, which has a line of ours for each
    // request.
    systemLogLevelV2: SystemLogLevel.WARN,
  };
};

type IntakeFunctionProps = FunctionContext &
  BundledFunction & {
    /** Instances that are reserved for this function, and its maximum, in a stage that reserves any. */
    readonly reservedConcurrency?: number;
  };

/** A function of the service that works on its table. */
export class IntakeFunction extends LambdaFunction {
  readonly #table: ITable;

  constructor(scope: Construct, id: string, props: IntakeFunctionProps) {
    super(scope, id, {
      ...bundledFunctionProps(scope, `${id}Role`, props),
      ...(props.reservesConcurrency &&
        props.reservedConcurrency && { reservedConcurrentExecutions: props.reservedConcurrency }),
      environment: { TABLE_NAME: props.table.tableName, ...props.environment },
    });
    this.#table = props.table;
  }

  /**
   * Grants exactly these actions on the table: queries of the table or its indexes, and writes of any item except keys.
   */
  grantTableActions(actions: readonly TableAction[]) {
    this.#grantReads(actions);
    this.#grant(actions.filter(isWrite), this.#table.tableArn, {
      "ForAllValues:StringNotLike": { "dynamodb:LeadingKeys": KEY_ITEMS },
    });
  }

  /**
   * Grants like `grantTableActions`, and these actions on keys. One transaction writes both, and AWS does not document
   * whether a condition sees its keys one by one or together. `ForAnyValue` holds for both cases, and changes nothing
   * for a single item.
   */
  grantTableAndKeyActions(actions: readonly TableAction[], keyActions: readonly WriteAction[]) {
    this.#grantReads(actions);
    const { tableArn } = this.#table;
    this.#grant(actions.filter(isWrite), tableArn, {
      "ForAnyValue:StringNotLike": { "dynamodb:LeadingKeys": KEY_ITEMS },
    });
    this.#grant(keyActions, tableArn, {
      "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": KEY_ITEMS },
    });
  }

  /** Grants the deletion of the keys by which conflict checks find records. */
  grantConflictKeyDeletion() {
    this.#grant(["DeleteItem"], this.#table.tableArn, {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [`${conflictKeyPrefix("*")}*`] },
    });
  }

  /**
   * Lets authentication take a lease: update only the rate window of a key. The answer shows the whole key, because
   * that is how a key is looked up, so there is no condition on `dynamodb:ReturnValues`.
   */
  grantKeyLeases() {
    this.#grant(["UpdateItem"], this.#table.tableArn, {
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": KEY_ITEMS },
      "ForAllValues:StringEquals": { "dynamodb:Attributes": LEASE_ATTRIBUTES },
    });
  }

  #grantReads(actions: readonly TableAction[]) {
    const { tableArn } = this.#table;
    this.#grant(actions.filter(isRead), tableArn);
    this.#grant(actions.includes("QueryIndex") ? ["Query"] : [], `${tableArn}/index/*`);
  }

  #grant(actions: readonly TableAction[], resource: string, conditions?: Record<string, unknown>) {
    if (actions.length === 0) return;
    this.addToRolePolicy(
      new PolicyStatement({
        actions: actions.map((action) => `dynamodb:${action}`),
        resources: [resource],
        ...(conditions && { conditions }),
      }),
    );
  }
}

/** The partitions of keys. */
const KEY_ITEMS = [apiKeyRecordKey("*").pk];

const WRITES: readonly TableAction[] = ["PutItem", "UpdateItem", "DeleteItem"] satisfies WriteAction[];

const isWrite = (action: TableAction) => WRITES.includes(action);

const isRead = (action: TableAction) => !isWrite(action) && action !== "QueryIndex";
