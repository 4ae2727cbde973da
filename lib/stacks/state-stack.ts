import { CfnOutput, RemovalPolicies, Stack } from "aws-cdk-lib";
import { type ITable, Table } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import { Alarms } from "./constructs/alarms.ts";
import { BackupCopies } from "./constructs/backup-copies.ts";
import { addDeadLettersAlarm, createDeadLetters, type DeadLetters } from "./constructs/dead-letters.ts";
import { DiscardedChanges } from "./constructs/discarded-changes.ts";
import { IntakeTable } from "./constructs/intake-table.ts";
import { MonthlyBudget } from "./constructs/monthly-budget.ts";
import { type Stage, stackPropsOf } from "./stage.ts";

/** Resources that hold what no deployment can create again: records, messages, logs, and what others have attached. */
export const STATEFUL_TYPES = [
  "AWS::Backup::BackupVault",
  "AWS::DynamoDB::Table",
  "AWS::Events::EventBus",
  "AWS::Logs::LogGroup",
  "AWS::S3::Bucket",
  "AWS::SNS::Topic",
  "AWS::SQS::Queue",
];

/**
 * The lasting resources of a stage: the table, discarded changes and dead letters, backup copies, and the topics of
 * alarms. A rollback, or the deletion and new creation of the serving stack, does not touch them.
 */
export class StateStack extends Stack {
  readonly alarms: Alarms;
  /** The table that the service works on: the stack's own, or a restored one. */
  readonly table: ITable;
  readonly deadLetters: DeadLetters;
  readonly discardedChanges: DiscardedChanges;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      ...stackPropsOf(stage, ": what it keeps"),
      terminationProtection: stage.keepsState ?? false,
    });
    const { restoredTable, backupCopies, monthlyBudgetDollars: dollars } = stage;
    const alarms = new Alarms(this, "Alarms", stage);
    const ownTable = new IntakeTable(this, "Table", { deletionProtection: stage.keepsState ?? false });
    this.alarms = alarms;
    this.table = restoredTable ? Table.fromTableAttributes(this, "RestoredTable", restoredTable) : ownTable;
    this.deadLetters = createDeadLetters(this, stage);
    addDeadLettersAlarm(this, alarms, this.deadLetters);
    this.discardedChanges = new DiscardedChanges(this, "DiscardedChanges");
    if (dollars) new MonthlyBudget(this, "Budget", { alarms, dollars });
    if (backupCopies) new BackupCopies(this, "Backups", { table: this.table, alarms, ...backupCopies });
    keepState(this, stage);
    new CfnOutput(this, "TableName", { value: this.table.tableName });
  }
}

/**
 * Retains stateful resources, in stages that keep state, except after a failed creation. The bucket has a separate
 * policy.
 */
export const keepState = (stack: Stack, { removalPolicy }: Stage) => {
  RemovalPolicies.of(stack).apply(removalPolicy, {
    applyToResourceTypes: STATEFUL_TYPES,
    excludeResourceTypes: ["AWS::S3::Bucket"],
  });
};
