import { CfnOutput, RemovalPolicies, Stack } from "aws-cdk-lib";
import { DomainName } from "aws-cdk-lib/aws-apigatewayv2";
import type { BackupVault } from "aws-cdk-lib/aws-backup";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { type ITable, Table } from "aws-cdk-lib/aws-dynamodb";
import { EventBus } from "aws-cdk-lib/aws-events";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { Alarms } from "./constructs/alarms.ts";
import { DailyBackupVault } from "./constructs/backup-vault.ts";
import { DeadLetters } from "./constructs/dead-letters.ts";
import { DiscardedChanges } from "./constructs/discarded-changes.ts";
import { IntakeTable } from "./constructs/intake-table.ts";
import { MonthlyBudget } from "./constructs/monthly-budget.ts";
import { PublishedValues } from "./constructs/published-values.ts";
import { createQueues } from "./constructs/queues.ts";
import { LOG_DAYS } from "./log-retention.ts";
import { type Stage, stackPropsOf } from "./stage.ts";
import { eventNamesOf } from "./stage-names.ts";
import type { Domain } from "./stage-settings.ts";

/** Resources that hold what no deployment can create again: records, messages, logs, and what others have attached. */
export const STATEFUL_TYPES = [
  "AWS::ApiGatewayV2::DomainName",
  "AWS::Backup::BackupVault",
  "AWS::DynamoDB::Table",
  "AWS::Events::EventBus",
  "AWS::Logs::LogGroup",
  "AWS::S3::Bucket",
  "AWS::SNS::Topic",
  "AWS::SQS::Queue",
];

/**
 * The lasting resources of a stage: the table, the event bus, queues, dead letters, discarded changes, logs,
 * the domain, the vault of backups, and the topics of alarms. A rollback, or the deletion and new creation of the serving stack,
 * does not touch them.
 */
export class StateStack extends Stack {
  readonly alarms: Alarms;
  /** The table that the service works on: the stack's own, or a restored one. */
  readonly table: ITable;
  readonly deadLetters: DeadLetters;
  readonly discardedChanges: DiscardedChanges;
  readonly queues: ReturnType<typeof createQueues>;
  readonly bus: EventBus;
  /** The log of all functions. */
  readonly logGroup: LogGroup;
  readonly accessLog: LogGroup;
  /** The values that the stack `live` reads; only the last one is created after the table. */
  readonly published: PublishedValues<"deliveries" | "feeds" | "rule-dead-letters" | "discarded">;
  readonly publishedTable: PublishedValues<"stream">;
  /** The vault of this account, if the stage has copies in another. */
  readonly backupVault: BackupVault | null;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, stackPropsOf(stage, ": what it keeps"));
    const { backupCopies, domain, monthlyBudgetDollars: dollars } = stage;
    const names = eventNamesOf(stage);
    const alarms = new Alarms(this, "Alarms", stage);
    this.alarms = alarms;
    this.deadLetters = new DeadLetters(this, names);
    this.deadLetters.addAlarm(this, alarms);
    this.discardedChanges = new DiscardedChanges(this, "DiscardedChanges");
    this.queues = createQueues(this);
    this.bus = new EventBus(this, "Bus", {
      eventBusName: names.bus,
      description: "Every change of a lead or consultation",
    });
    this.logGroup = new LogGroup(this, "Logs", { retention: LOG_DAYS });
    this.accessLog = new LogGroup(this, "AccessLogs", { retention: LOG_DAYS });
    if (domain) this.#addDomain(domain);
    if (dollars) new MonthlyBudget(this, "Budget", { alarms, dollars });
    this.backupVault = backupCopies
      ? new DailyBackupVault(this, "Backups", { alarms, ...backupCopies }).vault
      : null;
    this.published = new PublishedValues(this, {
      deliveries: this.queues.deliveries.queueArn,
      feeds: this.queues.feeds.queueArn,
      "rule-dead-letters": this.deadLetters.queueArn,
      discarded: this.discardedChanges.bucketArn,
    });
    this.table = this.#addTables(stage);
    this.publishedTable = new PublishedValues(this, { stream: streamArnOf(this.table) });
    // Retains them in stages that keep state, except after a failed creation. The bucket has a separate policy.
    RemovalPolicies.of(this).apply(stage.removalPolicy, {
      applyToResourceTypes: STATEFUL_TYPES,
      excludeResourceTypes: ["AWS::S3::Bucket"],
    });
    new CfnOutput(this, "TableName", { value: this.table.tableName });
    new CfnOutput(this, "EventBusName", { value: this.bus.eventBusName });
    new CfnOutput(this, "LogGroupName", { value: this.logGroup.logGroupName });
  }

  /**
   * Adds the stack's own table and a restored one, after everything else that the stack has: a failed creation deletes
   * what it has made, which a protected table refuses. A deployment imports the restored one by its name, under a logical
   * id of its own:
   * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/import-resources-automatically.html
   * @returns the table that the service works on
   */
  #addTables({ keepsState, restoredTable, releasesOwnTable }: Stage): ITable {
    const deletionProtection = keepsState ?? false;
    const others = [...this.node.children];
    const add = (id: string, name: { readonly tableName?: string } = {}) => {
      const table = new IntakeTable(this, id, { deletionProtection, ...name });
      table.node.addDependency(...others);
      return table;
    };
    const own = releasesOwnTable ? null : add("Table");
    if (restoredTable) {
      const tableName = restoredTable.tableArn.split("/").at(-1) ?? "";
      add(`Table-${tableName}`, { tableName });
      return Table.fromTableAttributes(this, "RestoredTable", restoredTable);
    }
    if (own === null) throw new Error("The stage has no table.");
    return own;
  }

  /** Adds the host of the address that callers and clients keep. */
  #addDomain({ name, certificateArn }: Domain) {
    const domain = new DomainName(this, "Domain", {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
    });
    new CfnOutput(this, "DomainTarget", { value: domain.regionalDomainName });
  }
}

/** @throws Error if the table has no stream */
const streamArnOf = ({ tableStreamArn }: ITable) => {
  if (tableStreamArn === undefined) throw new Error("The table has no stream.");
  return tableStreamArn;
};
