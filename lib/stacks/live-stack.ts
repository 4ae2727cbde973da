import { Fn, Stack } from "aws-cdk-lib";
import { CfnApiMapping } from "aws-cdk-lib/aws-apigatewayv2";
import { CfnRule } from "aws-cdk-lib/aws-events";
import { CfnEventSourceMapping, type CfnEventSourceMappingProps } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { BATCHES_OF_A_SHARD, QUEUE_READERS } from "./concurrency.ts";
import { DailyBackupPlan } from "./constructs/backup-plan.ts";
import type { IntakeStack } from "./intake-stack.ts";
import { type Stage, stackPropsOf } from "./stage.ts";
import { eventNamesOf } from "./stage-names.ts";
import type { StateStack } from "./state-stack.ts";

type LiveStackProps = { readonly stage: Stage; readonly state: StateStack; readonly service: IntakeStack };

/**
 * Connects the domain, the table's stream, the queues, the bus and the clock with the functions that serve them, and the
 * table with the plan of its copies. It is deployed after the service. When another service takes over, everything here
 * is updated in place: a mapping of the stream that is made anew would begin at the start of the stream.
 */
export class LiveStack extends Stack {
  readonly #props: LiveStackProps;
  /** While the stage is paused, only the stream may invoke its function, and the domain leads nowhere. */
  readonly #isRunning: boolean;

  constructor(scope: Construct, id: string, props: LiveStackProps) {
    const { stage, state, service } = props;
    super(scope, id, stackPropsOf(stage, ": what invokes the service"));
    this.addStackDependency(state);
    this.addStackDependency(service);
    this.#props = props;
    this.#isRunning = stage.paused === undefined;
    if (stage.domain && this.#isRunning) this.#addApiMapping(stage.domain.name);
    this.#addRules();
    this.#addQueueMappings();
    this.#addStreamMapping();
    this.#addBackupCopies();
  }

  #addApiMapping(domainName: string) {
    const { service } = this.#props;
    new CfnApiMapping(this, "ApiMapping", {
      domainName,
      apiId: service.published.readIn(this, "api"),
      stage: "$default",
    });
  }

  #addRules() {
    const { stage, state, service } = this.#props;
    const names = eventNamesOf(stage);
    const status = this.#isRunning ? "ENABLED" : "DISABLED";
    new CfnRule(this, "EveryEvent", {
      name: names.eventRule,
      description: "Sends every event of the service to the webhook fan-out",
      eventBusName: names.bus,
      eventPattern: { source: ["intake"] },
      state: status,
      targets: [
        {
          id: "fan-out",
          arn: service.published.readIn(this, "fan-out"),
          deadLetterConfig: { arn: state.published.readIn(this, "rule-dead-letters") },
        },
      ],
    });
    new CfnRule(this, "EveryMinute", {
      name: names.sweepRule,
      description: "Sweeps what is due",
      scheduleExpression: "rate(1 minute)",
      state: status,
      targets: [{ id: "sweep", arn: service.published.readIn(this, "sweep") }],
    });
  }

  #addQueueMappings() {
    const { state, service } = this.#props;
    for (const [id, queue, reader] of [
      ["Deliveries", "deliveries", "delivery"],
      ["Feeds", "feeds", "feed-reader"],
    ] as const)
      this.#addMapping(id, {
        eventSourceArn: state.published.readIn(this, queue),
        functionName: service.published.readIn(this, reader),
        // An invocation lasts as long as its slowest message, and a hanging address must not delay other messages.
        batchSize: 1,
        scalingConfig: { maximumConcurrency: QUEUE_READERS[queue].concurrency },
      });
  }

  #addStreamMapping() {
    const { stage, state, service } = this.#props;
    this.#addMapping("Changes", {
      eventSourceArn: this.#readStream(),
      functionName: service.published.readIn(this, "publisher"),
      enabled: stage.paused !== "everything",
      startingPosition: "TRIM_HORIZON",
      batchSize: 100,
      parallelizationFactor: BATCHES_OF_A_SHARD,
      bisectBatchOnFunctionError: true,
      // Retried until this age, without a limit of attempts. The stream forgets a record after 24 hours.
      maximumRecordAgeInSeconds: 23 * 3_600,
      destinationConfig: { onFailure: { destination: state.published.readIn(this, "discarded") } },
      filterCriteria: { filters: [{ pattern: JSON.stringify(CHANGES) }] },
    });
  }

  #readStream = () => this.#props.state.publishedTable.readIn(this, "stream");

  /** Copies the table also while the stage is paused. */
  #addBackupCopies() {
    const { backupCopies } = this.#props.stage;
    const { table, backupVault: vault } = this.#props.state;
    if (!backupCopies || vault === null) return;
    const selectedArn = Fn.select(0, Fn.split("/stream/", this.#readStream()));
    new DailyBackupPlan(this, "Backups", { ...backupCopies, table, vault, selectedArn });
  }

  #addMapping(id: string, props: CfnEventSourceMappingProps) {
    new CfnEventSourceMapping(this, id, {
      enabled: this.#isRunning,
      ...props,
      functionResponseTypes: ["ReportBatchItemFailures"],
    });
  }
}

/** Skips leases, settings and idempotency keys, which are written far more often than records change. */
const CHANGES = { dynamodb: { NewImage: { changeId: { S: [{ exists: true }] } } } };
