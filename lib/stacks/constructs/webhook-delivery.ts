import { Stack } from "aws-cdk-lib";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { SqsDestination } from "aws-cdk-lib/aws-lambda-destinations";
import { Construct } from "constructs";
import { QUEUE_READERS } from "../concurrency.ts";
import type { EventNames } from "../stage-names.ts";
import { ONE_MINUTE } from "./alarms.ts";
import type { DeadLetters } from "./dead-letters.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";
import type { SendableQueue } from "./queues.ts";

type WebhookDeliveryProps = FunctionContext & {
  readonly deadLetters: DeadLetters;
  readonly queue: SendableQueue;
  readonly names: EventNames;
};

/** Event bus → `fan-out-event` → queue → `deliver-webhook` → the firms' endpoints. */
export class WebhookDelivery extends Construct {
  readonly fanOut: IntakeFunction;
  readonly delivery: IntakeFunction;
  readonly sweep: IntakeFunction;
  readonly #queue: SendableQueue;

  constructor(scope: Construct, id: string, { queue, deadLetters, names, ...context }: WebhookDeliveryProps) {
    super(scope, id);
    this.#queue = queue;
    this.fanOut = this.#createFanOut(context, deadLetters);
    this.delivery = this.#createDelivery(context);
    this.sweep = this.#createSweep(context);
    this.#allowRule(this.fanOut, `${names.bus}/${names.eventRule}`);
    this.#allowRule(this.sweep, names.sweepRule);
  }

  /** Lets a rule of the stack `live` invoke a function, before that stack tells it to. */
  #allowRule(handler: IntakeFunction, resourceName: string) {
    handler.addPermission("Rule", {
      principal: new ServicePrincipal("events.amazonaws.com"),
      sourceArn: Stack.of(this).formatArn({ service: "events", resource: "rule", resourceName }),
    });
  }

  #createFanOut(context: FunctionContext, deadLetters: DeadLetters) {
    const handler = new IntakeFunction(this, "FanOutEvent", {
      ...context,
      name: "fan-out-event",
      description: "Creates a delivery of each event for every webhook endpoint that subscribes to it",
    });
    handler.grantTableActions(["Query", "PutItem"]);
    this.#queue.grantSend(handler);
    handler.configureAsyncInvoke({
      retryAttempts: 2,
      onFailure: new SqsDestination(deadLetters),
    });
    return handler;
  }

  #createDelivery(context: FunctionContext) {
    const { timeoutSeconds, concurrency: reservedConcurrency } = QUEUE_READERS.deliveries;
    const handler = new IntakeFunction(this, "DeliverWebhook", {
      ...context,
      name: "deliver-webhook",
      description: "Sends a signed event to a firm's webhook endpoint and records the attempt",
      timeoutSeconds,
      reservedConcurrency,
    });
    handler.grantTableActions(["BatchGetItem", "QueryIndex", "UpdateItem"]);
    this.#queue.grantSend(handler);
    this.#queue.grantConsumeMessages(handler);
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
        "Queues webhook deliveries that are due or were lost; lets reminders, deadlines and next contacts of leads come; brings leads to the conflict index; tells of stale calendars; moves leads out of removed stages; deletes ended links",
      timeoutSeconds: 60,
      memoryMegabytes: 1_769,
    });
    handler.grantTableAndKeyActions(
      [
        "GetItem",
        "BatchGetItem",
        "Query",
        "QueryIndex",
        "PutItem",
        "UpdateItem",
        "DeleteItem",
        "ConditionCheckItem",
      ],
      ["DeleteItem"],
    );
    this.#queue.grantSend(handler);
    // The next minute's sweep does what a failed or throttled one left.
    handler.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: ONE_MINUTE });
    return handler;
  }
}
