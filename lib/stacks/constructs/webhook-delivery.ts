import { Duration } from "aws-cdk-lib";
import { type IEventBus, Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { ONE_MINUTE } from "./alarms.ts";
import type { DeadLetters } from "./dead-letters.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";

type Context = FunctionContext & { readonly deadLetters: DeadLetters };
type WebhookDeliveryProps = Context & { readonly bus: IEventBus };

/** Longer than the 15 seconds that an endpoint has to respond. */
const TIMEOUT_SECONDS = 30;
/** AWS recommends six times the function's timeout, so that throttled messages are not received again early. */
const VISIBILITY_SECONDS = 6 * TIMEOUT_SECONDS;
/**
 * AWS recommends five or more, since a throttled invocation is a receive too. From five minutes after an attempt was due,
 * the sweep has queued its delivery again, which voids the message: its third receive deletes it, unless that fails too.
 */
const RECEIVES_MAXIMUM = 5;
/** Attempts at the same time. Each may last 15 seconds, until the endpoint's circuit opens. */
const CONCURRENCY = 300;

/** Retries wait in the queue for at most 15 minutes. */
export const LATE_DELIVERY_SECONDS = 30 * 60;
/** The deliveries of half a minute, at 300 attempts of a second each. */
export const WAITING_DELIVERIES_MAXIMUM = 10_000;

/** Event bus → `fan-out-event` → queue → `deliver-webhook` → the firms' endpoints. */
export class WebhookDelivery extends Construct {
  readonly queue: Queue;
  readonly eventRule: Rule;
  readonly fanOut: IntakeFunction;
  readonly delivery: IntakeFunction;
  readonly sweep: IntakeFunction;
  readonly sweepRule: Rule;

  constructor(scope: Construct, id: string, { bus, ...context }: WebhookDeliveryProps) {
    super(scope, id);
    this.queue = this.#createQueue(context);
    this.fanOut = this.#createFanOut(context);
    this.eventRule = this.#createEventRule(bus, context);
    this.delivery = this.#createDelivery(context);
    this.sweep = this.#createSweep(context);
    this.sweepRule = new Rule(this.sweep, "EveryMinute", {
      description: "Sweeps what is due",
      schedule: Schedule.rate(ONE_MINUTE),
      targets: [new LambdaFunction(this.sweep)],
    });
  }

  /** Lets a function send to the queue only. */
  grantSend(handler: IntakeFunction) {
    handler.addEnvironment("DELIVERY_QUEUE_URL", this.queue.queueUrl);
    handler.addToRolePolicy(
      new PolicyStatement({ actions: ["sqs:SendMessage"], resources: [this.queue.queueArn] }),
    );
  }

  #createQueue({ deadLetters }: Context) {
    return new Queue(this, "Deliveries", {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
      retentionPeriod: Duration.days(14),
      deadLetterQueue: {
        maxReceiveCount: RECEIVES_MAXIMUM,
        queue: deadLetters.delivery,
      },
    });
  }

  #createFanOut(context: Context) {
    const handler = new IntakeFunction(this, "FanOutEvent", {
      ...context,
      name: "fan-out-event",
      description: "Creates a delivery of each event for every webhook endpoint that subscribes to it",
    });
    handler.grantTableActions(["Query", "PutItem"]);
    this.grantSend(handler);
    handler.configureAsyncInvoke({
      retryAttempts: 2,
      onFailure: new SqsDestination(context.deadLetters.fanOut),
    });
    return handler;
  }

  #createEventRule(bus: IEventBus, { deadLetters }: Context) {
    return new Rule(this, "EveryEvent", {
      description: "Sends every event of the service to the webhook fan-out",
      eventBus: bus,
      eventPattern: { source: ["intake"] },
      targets: [
        new LambdaFunction(this.fanOut, {
          // References the queue by ARN. Otherwise CDK would name this rule in the queue's stack, and each stack would
          // need the other.
          deadLetterQueue: Queue.fromQueueArn(this, "RuleDeadLetters", deadLetters.rule.queueArn),
        }),
      ],
    });
  }

  #createDelivery(context: FunctionContext) {
    const handler = new IntakeFunction(this, "DeliverWebhook", {
      ...context,
      name: "deliver-webhook",
      description: "Sends a signed event to a firm's webhook endpoint and records the attempt",
      timeoutSeconds: TIMEOUT_SECONDS,
      reservedConcurrency: CONCURRENCY,
    });
    handler.grantTableActions(["BatchGetItem", "QueryIndex", "UpdateItem"]);
    this.grantSend(handler);
    handler.addEventSource(
      new SqsEventSource(this.queue, {
        // An invocation lasts as long as its slowest delivery, and a hanging endpoint must not delay other deliveries.
        batchSize: 1,
        maxConcurrency: CONCURRENCY,
        reportBatchItemFailures: true,
      }),
    );
    return handler;
  }

  /**
   * Creates the sweep. Its messages begin new lineages, because Lambda stops a function after 16 invocations by its own
   * messages.
   */
  #createSweep(context: FunctionContext) {
    const handler = new IntakeFunction(this, "SweepDeliveries", {
      ...context,
      name: "sweep-deliveries",
      description:
        "Queues webhook deliveries that are due or were lost; lets reminders come; tells of stale calendars; moves leads out of removed stages; deletes ended links",
      timeoutSeconds: 60,
      memoryMegabytes: 1_769,
    });
    handler.grantTableAndKeyActions(
      ["GetItem", "BatchGetItem", "QueryIndex", "PutItem", "UpdateItem", "DeleteItem", "ConditionCheckItem"],
      ["DeleteItem"],
    );
    this.grantSend(handler);
    // The next minute's sweep does what a failed or throttled one left.
    handler.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: ONE_MINUTE });
    return handler;
  }
}
