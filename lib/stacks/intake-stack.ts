import { CfnOutput, Stack } from "aws-cdk-lib";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { EventPublishing } from "./constructs/event-publishing.ts";
import { FeedReading } from "./constructs/feed-reading.ts";
import { IntakeApi } from "./constructs/intake-api.ts";
import { ServiceAlarms } from "./constructs/service-alarms.ts";
import { WebhookDelivery } from "./constructs/webhook-delivery.ts";
import { type Stage, stackPropsOf } from "./stage.ts";
import { keepState, type StateStack } from "./state-stack.ts";

type IntakeStackProps = {
  readonly stage: Stage;
  readonly state: StateStack;
  readonly bundles: string;
};

/** The resources that serve one stage, on the table and with the alarms of its `StateStack`. */
export class IntakeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, state, bundles }: IntakeStackProps) {
    super(scope, id, {
      ...stackPropsOf(stage, ""),
      terminationProtection: stage.keepsState ?? false,
    });
    const { environment, metricsNamespace, reservesConcurrency, edge } = stage;
    const { alarms, table, deadLetters, discardedChanges } = state;
    const logGroup = new LogGroup(this, "Logs", { retention: RetentionDays.ONE_MONTH });
    const context = {
      table,
      bundles,
      environment,
      deadLetters,
      discardedChanges,
      logGroup,
      reservesConcurrency,
    };

    const checkedEdge = edge?.isOriginChecked ? edge : undefined;
    const { api, webhookSenders, feedSenders } = new IntakeApi(this, "Api", {
      ...context,
      edge: checkedEdge,
    });
    const publishing = new EventPublishing(this, "Events", context);
    const webhooks = new WebhookDelivery(this, "Webhooks", { ...context, bus: publishing.bus });
    for (const sender of webhookSenders) webhooks.grantSend(sender);
    const { sweep } = webhooks;
    const feeds = new FeedReading(this, "Feeds", context);
    for (const sender of [...feedSenders, sweep]) feeds.grantSend(sender);
    const { publisher } = publishing;
    new ServiceAlarms(this, "Service", { alarms, api, publisher, sweep, metricsNamespace });

    keepState(this, stage);
    new CfnOutput(this, "BaseUrl", { value: api.apiEndpoint });
    new CfnOutput(this, "TableName", { value: table.tableName });
    new CfnOutput(this, "EventBusName", { value: publishing.bus.eventBusName });
    new CfnOutput(this, "LogGroupName", { value: logGroup.logGroupName });
  }
}
