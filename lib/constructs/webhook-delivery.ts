import { Duration } from "aws-cdk-lib";
import { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { type IEventBus, Rule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { above, DeadLetters } from "./dead-letters.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";

type WebhookDeliveryProps = FunctionContext & { readonly bus: IEventBus };

/** More than the 15 seconds that a receiver has to answer. */
const DELIVER_SECONDS = 30;
/** As AWS advises: a function that is throttled for a while must not find its messages handed out again. */
const VISIBILITY_SECONDS = 6 * DELIVER_SECONDS;

/** Event bus → `fan-out-event` → queue → `deliver-webhook` → the firms' endpoints. */
export class WebhookDelivery extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { bus, ...context }: WebhookDeliveryProps) {
    super(scope, id);
    this.queue = this.#queue();
    this.#fanOut(bus, context);
    this.#deliver(context);
  }

  /** Grants this call and no other. */
  allowSending(handler: IntakeFunction) {
    handler.addEnvironment("DELIVERY_QUEUE_URL", this.queue.queueUrl);
    handler.addToRolePolicy(
      new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [this.queue.queueArn] }),
    );
  }

  #queue() {
    const queue = new Queue(this, "Deliveries", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
      retentionPeriod: Duration.days(14),
      deadLetterQueue: {
        maxReceiveCount: 10,
        queue: new DeadLetters(this, "DeliveryDeadLetters", {
          impact:
            "A firm misses the rest of a webhook delivery's attempts, until somebody moves the message back or the firm sends it again.",
        }),
      },
    });
    new Alarm(this, "DeliveriesLateAlarm", {
      metric: queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1) }),
      // a message waits 15 minutes at the most to be sent on
      ...above(30 * 60),
      alarmDescription: "Firms get webhooks more than a quarter of an hour late: attempts wait in the queue.",
    });
    return queue;
  }

  #fanOut(bus: IEventBus, context: FunctionContext) {
    const handler = new IntakeFunction(this, "FanOutEvent", {
      ...context,
      name: "fan-out-event",
      description: "Makes each event one delivery for every webhook endpoint that wants it",
    });
    handler.allowTableActions(["Query", "PutItem"]);
    this.allowSending(handler);
    handler.configureAsyncInvoke({
      retryAttempts: 2,
      onFailure: new SqsDestination(
        new DeadLetters(this, "FanOutDeadLetters", {
          impact: "A firm's webhooks miss an event: it reached the bus, but could not be made a delivery.",
        }),
      ),
    });
    new Rule(this, "EveryEvent", {
      description: "Every event of the service goes to the webhooks that want it",
      eventBus: bus,
      eventPattern: { source: ["intake"] },
      targets: [
        new LambdaFunction(handler, {
          deadLetterQueue: new DeadLetters(this, "RuleDeadLetters", {
            impact: "A firm's webhooks miss an event: the bus could not hand it to the function.",
          }),
        }),
      ],
    });
  }

  #deliver(context: FunctionContext) {
    const handler = new IntakeFunction(this, "DeliverWebhook", {
      ...context,
      name: "deliver-webhook",
      description: "Sends an event to a firm's webhook endpoint, signed, and notes what came of it",
      timeoutSeconds: DELIVER_SECONDS,
    });
    handler.allowTableActions(["BatchGetItem", "UpdateItem"]);
    this.allowSending(handler);
    handler.addEventSource(
      new SqsEventSource(this.queue, {
        // An invocation lasts as long as its slowest delivery: an endpoint that hangs is to hold nobody's but its own.
        batchSize: 1,
        maxConcurrency: 100,
        reportBatchItemFailures: true,
      }),
    );
  }
}
