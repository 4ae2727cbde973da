import { CfnOutput, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { EventPublishing } from "./constructs/event-publishing.ts";
import { FeedReading } from "./constructs/feed-reading.ts";
import { IntakeApi } from "./constructs/intake-api.ts";
import { PublishedValues } from "./constructs/published-values.ts";
import { ServiceAlarms } from "./constructs/service-alarms.ts";
import { WebhookDelivery } from "./constructs/webhook-delivery.ts";
import { type Stage, stackPropsOf } from "./stage.ts";
import { eventNamesOf } from "./stage-names.ts";
import type { StateStack } from "./state-stack.ts";

type IntakeStackProps = {
  readonly stage: Stage;
  readonly state: StateStack;
  readonly bundles: string;
};

/**
 * The resources that serve one stage, on the table and with the alarms of its `StateStack`. They can be deleted and made
 * again: the `LiveStack` connects them with the domain, the stream, the queues and the clock.
 */
export class IntakeStack extends Stack {
  /** The values that the stack `live` reads. */
  readonly published: PublishedValues<"api" | "publisher" | "fan-out" | "delivery" | "feed-reader" | "sweep">;

  constructor(scope: Construct, id: string, { stage, state, bundles }: IntakeStackProps) {
    super(scope, id, stackPropsOf(stage, ""));
    const { environment, reservesConcurrency, edge } = stage;
    const { alarms, table, bus, queues, deadLetters, discardedChanges, logGroup, accessLog } = state;
    const names = eventNamesOf(stage);
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
      accessLog,
      edge: checkedEdge,
      isClosed: stage.paused !== undefined,
    });
    const publishing = new EventPublishing(this, "Events", { ...context, bus });
    const webhooks = new WebhookDelivery(this, "Webhooks", { ...context, names, queue: queues.deliveries });
    for (const sender of webhookSenders) queues.deliveries.grantSend(sender);
    const { fanOut, delivery, sweep } = webhooks;
    const feeds = new FeedReading(this, "Feeds", { ...context, queue: queues.feeds });
    for (const sender of [...feedSenders, sweep]) queues.feeds.grantSend(sender);
    const { publisher } = publishing;
    const { deliveries } = queues;
    new ServiceAlarms(this, "Service", { alarms, api, publisher, sweep, deliveries });

    this.published = new PublishedValues(this, {
      api: api.apiId,
      publisher: publisher.functionArn,
      "fan-out": fanOut.functionArn,
      delivery: delivery.functionArn,
      "feed-reader": feeds.reader.functionArn,
      sweep: sweep.functionArn,
    });
    new CfnOutput(this, "BaseUrl", { value: api.apiEndpoint });
    new CfnOutput(this, "TableName", { value: table.tableName });
  }
}
