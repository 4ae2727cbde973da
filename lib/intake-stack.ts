import { CfnOutput, Stack, Tags } from "aws-cdk-lib";
import { Table } from "aws-cdk-lib/aws-dynamodb";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type { Backups } from "./backups.ts";
import { Alarms } from "./constructs/alarms.ts";
import { BackupCopies } from "./constructs/backup-copies.ts";
import { EventPublishing } from "./constructs/event-publishing.ts";
import { IntakeApi } from "./constructs/intake-api.ts";
import { IntakeTable } from "./constructs/intake-table.ts";
import { MonthlyBudget } from "./constructs/monthly-budget.ts";
import { ServiceAlarms } from "./constructs/service-alarms.ts";
import { ServiceDashboard } from "./constructs/service-dashboard.ts";
import { WebhookDelivery } from "./constructs/webhook-delivery.ts";
import type { Edge } from "./edge.ts";
import type { OnCall } from "./on-call.ts";
import type { Stage } from "./stage.ts";

type IntakeStackProps = {
  readonly stage: Stage;
  readonly bundles: string;
  readonly onCall: OnCall;
  readonly backups: Backups;
  readonly edge: Edge | undefined;
};

/** The complete service of one stage. */
export class IntakeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, bundles, onCall, backups, edge }: IntakeStackProps) {
    super(scope, id, {
      description: `Intake (${stage.name})`,
      terminationProtection: stage.deletionProtection,
    });
    const { removalPolicy, deletionProtection, environment, metricsNamespace } = stage;
    const alarms = new Alarms(this, "Alarms", onCall);
    const logGroup = new LogGroup(this, "Logs", { retention: RetentionDays.ONE_MONTH, removalPolicy });
    const ownTable = new IntakeTable(this, "Table", { removalPolicy, deletionProtection });
    const { restoredTable, vaultArn, retentionDays } = backups;
    const table = restoredTable ? Table.fromTableAttributes(this, "RestoredTable", restoredTable) : ownTable;
    const { monthlyBudgetDollars: dollars } = onCall;
    if (dollars) new MonthlyBudget(this, "Budget", { alarms, dollars });
    if (vaultArn) new BackupCopies(this, "Backups", { table, vaultArn, retentionDays, removalPolicy });
    const context = { table, bundles, removalPolicy, environment, alarms, logGroup };

    const originSecret = edge?.isOriginChecked ? edge.originSecret : undefined;
    const { api, functions, webhookSenders } = new IntakeApi(this, "Api", { ...context, originSecret });
    const { bus, publisher } = new EventPublishing(this, "Events", context);
    const webhooks = new WebhookDelivery(this, "Webhooks", { ...context, bus });
    for (const sender of webhookSenders) webhooks.grantSend(sender);
    const { queue, eventRule, fanOut, delivery, sweep } = webhooks;
    const consumers = [publisher, fanOut, delivery, sweep];
    const watched = { alarms, api, table, consumers, metricsNamespace };
    new ServiceAlarms(this, "Service", {
      ...watched,
      bus,
      eventRule,
      sweepRule: sweep.rule,
      concurrencyQuota: onCall.concurrencyQuota,
    });
    new ServiceDashboard(this, "Overview", { ...watched, endpoints: functions, queue, logGroup });

    Tags.of(this).add("service", "intake");
    Tags.of(this).add("stage", stage.name);
    new CfnOutput(this, "BaseUrl", { value: api.apiEndpoint });
    new CfnOutput(this, "TableName", { value: table.tableName });
    new CfnOutput(this, "EventBusName", { value: bus.eventBusName });
    new CfnOutput(this, "LogGroupName", { value: logGroup.logGroupName });
  }
}
