import { CfnOutput, RemovalPolicies, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Table } from "aws-cdk-lib/aws-dynamodb";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { Alarms } from "./constructs/alarms.ts";
import { BackupCopies } from "./constructs/backup-copies.ts";
import { EventPublishing } from "./constructs/event-publishing.ts";
import { IntakeApi } from "./constructs/intake-api.ts";
import { IntakeTable } from "./constructs/intake-table.ts";
import { MonthlyBudget } from "./constructs/monthly-budget.ts";
import { ServiceAlarms } from "./constructs/service-alarms.ts";
import { ServiceDashboard } from "./constructs/service-dashboard.ts";
import { WebhookDelivery } from "./constructs/webhook-delivery.ts";
import { type Stage, tagsOf } from "./stage.ts";

type IntakeStackProps = {
  readonly stage: Stage;
  readonly bundles: string;
};

/** Resources that hold what no deployment can make again: records, messages, logs, and what others have attached. */
export const STATEFUL_TYPES = [
  "AWS::DynamoDB::Table",
  "AWS::Logs::LogGroup",
  "AWS::S3::Bucket",
  "AWS::SNS::Topic",
  "AWS::SQS::Queue",
];

/** Hold state too, but under a fixed name: one that a failed creation left would be in the way of the next. */
export const NAMED_STATEFUL_TYPES = ["AWS::Events::EventBus", "AWS::Backup::BackupVault"];

/** The complete service of one stage. */
export class IntakeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, bundles }: IntakeStackProps) {
    super(scope, id, {
      description: `Intake (${stage.name})`,
      tags: tagsOf(stage),
      terminationProtection: stage.keepsState ?? false,
      ...(stage.env && { env: stage.env }),
    });
    const { environment, metricsNamespace, concurrencyQuota, reservesConcurrency } = stage;
    const alarms = new Alarms(this, "Alarms", stage);
    const logGroup = new LogGroup(this, "Logs", { retention: RetentionDays.ONE_MONTH });
    const ownTable = new IntakeTable(this, "Table", { deletionProtection: stage.keepsState ?? false });
    const { restoredTable, backupCopies, monthlyBudgetDollars: dollars, edge } = stage;
    const table = restoredTable ? Table.fromTableAttributes(this, "RestoredTable", restoredTable) : ownTable;
    if (dollars) new MonthlyBudget(this, "Budget", { alarms, dollars });
    if (backupCopies) new BackupCopies(this, "Backups", { table, alarms, ...backupCopies });
    const context = { table, bundles, environment, alarms, logGroup, reservesConcurrency };

    const checkedEdge = edge?.isOriginChecked ? edge : undefined;
    const { api, functions, webhookSenders } = new IntakeApi(this, "Api", { ...context, edge: checkedEdge });
    const { bus, publisher } = new EventPublishing(this, "Events", context);
    const webhooks = new WebhookDelivery(this, "Webhooks", { ...context, bus });
    for (const sender of webhookSenders) webhooks.grantSend(sender);
    const { queue, eventRule, fanOut, delivery, sweep } = webhooks;
    const consumers = [publisher, fanOut, delivery, sweep];
    const watched = { alarms, api, table, consumers, metricsNamespace };
    new ServiceAlarms(this, "Service", {
      ...watched,
      publisher,
      fanOut,
      bus,
      eventRule,
      sweepRule: sweep.rule,
      concurrencyQuota,
    });
    new ServiceDashboard(this, "Overview", { ...watched, endpoints: functions, queue, logGroup });

    this.#setRemovalPolicies(stage);
    new CfnOutput(this, "BaseUrl", { value: api.apiEndpoint });
    new CfnOutput(this, "TableName", { value: table.tableName });
    new CfnOutput(this, "EventBusName", { value: bus.eventBusName });
    new CfnOutput(this, "LogGroupName", { value: logGroup.logGroupName });
  }

  #setRemovalPolicies({ keepsState, removalPolicy }: Stage) {
    const policies = RemovalPolicies.of(this);
    policies.apply(removalPolicy, { applyToResourceTypes: STATEFUL_TYPES });
    policies.apply(keepsState ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : removalPolicy, {
      applyToResourceTypes: NAMED_STATEFUL_TYPES,
    });
  }
}
