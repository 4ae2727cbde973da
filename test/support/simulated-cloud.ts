import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CancelUpdateStackCommand,
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from "@aws-sdk/client-cloudformation";
import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { mockClient } from "aws-sdk-client-mock";
import { deployStage } from "../../lib/stacks/deployment/deploy-stage.ts";
import { resolvePinnedStage } from "../../lib/stacks/stage.ts";

export const ALARM_ARN = "arn:aws:cloudwatch:us-east-1:111122223333:alarm:";

const STATE = "intake-staging-state";

/** What CloudFormation and CloudWatch know, and what happens while the stack is updated. */
export class SimulatedCloud {
  readonly cloudFormation = mockClient(CloudFormationClient);
  readonly cloudWatch = mockClient(CloudWatchClient);
  readonly lines: string[] = [];
  readonly smokeTests: object[] = [];
  /** Of the stack that serves. */
  cdkArgs: readonly string[] = [];
  stateCdkArgs: readonly string[] = [];
  /** Whether the assembly protects each stack that the CDK CLI is to deploy. */
  readonly protectedByCdk: Record<string, boolean> = {};
  /** Whether the stack of what the stage keeps can be deployed. */
  stateDeploys = true;
  status: string | null = "UPDATE_COMPLETE";
  stateStatus: string | null = "UPDATE_COMPLETE";
  resourceStatus = "UPDATE_COMPLETE";
  ringing: string[] = [];
  /** ARNs that CloudFormation takes of those that it is given. */
  accepts = (_arn: string) => true;
  /** The table that the stack works on. */
  table = "intake-staging-Table";
  /** Whether the service works after the deployment. */
  works = true;
  /** How an update ends that the smoke test did not cancel. */
  statusAfterTest = "UPDATE_COMPLETE";
  /** What happens at each poll; the last one is repeated. */
  polls: (() => void)[] = [];
  readonly #assembly: string;
  #endCdk: (succeeded: boolean) => void = () => {};

  constructor(assembly: string) {
    this.#assembly = assembly;
    this.cloudFormation.on(DescribeStacksCommand).callsFake(({ StackName }) => {
      const StackStatus = StackName === STATE ? this.stateStatus : this.status;
      if (StackStatus === null) throw new Error(`Stack with id ${StackName} does not exist`);
      if (StackName === STATE) return { Stacks: [{ StackName, StackStatus }] };
      const Outputs = [
        { OutputKey: "BaseUrl", OutputValue: "https://api.example" },
        { OutputKey: "TableName", OutputValue: this.table },
      ];
      const RollbackTriggers = this.triggers
        .filter(this.accepts)
        .map((Arn) => ({ Arn, Type: "AWS::CloudWatch::Alarm" }));
      return { Stacks: [{ StackName, StackStatus, Outputs, RollbackConfiguration: { RollbackTriggers } }] };
    });
    this.cloudFormation.on(ListStackResourcesCommand).callsFake(() => ({
      StackResourceSummaries: ["Errors", "Latency", "Late", "Removed", "Table"].map((LogicalResourceId) => ({
        LogicalResourceId,
        PhysicalResourceId: `intake-staging-${LogicalResourceId}`,
        ResourceStatus: this.resourceStatus,
      })),
    }));
    this.cloudFormation.on(CancelUpdateStackCommand).callsFake(() => {
      this.end("UPDATE_ROLLBACK_COMPLETE");
      return {};
    });
    this.cloudWatch.on(DescribeAlarmsCommand).callsFake(({ AlarmNames }) => ({
      MetricAlarms: AlarmNames.map((AlarmName: string) => ({
        AlarmName,
        AlarmArn: ALARM_ARN + AlarmName,
        StateValue: this.ringing.includes(AlarmName) ? "ALARM" : "INSUFFICIENT_DATA",
      })),
    }));
  }

  /** What the CDK CLI is given to watch: one value after each option. */
  get triggers() {
    return this.cdkArgs.flatMap((arg, index) =>
      arg === "--rollback-trigger-alarm-arns" ? (this.cdkArgs[index + 1] ?? "") : [],
    );
  }

  /** The CDK CLI ends as soon as the stack has reached a final status. */
  end(status: string) {
    this.status = status;
    this.#endCdk(!status.includes("ROLLBACK"));
  }

  deploy(changesTable = false) {
    return deployStage({
      cloudFormation: new CloudFormationClient({}),
      cloudWatch: new CloudWatchClient({}),
      stage: resolvePinnedStage("staging"),
      assembly: this.#assembly,
      changesTable,
      runCdk: (args) => {
        const [, stackName = "", , assembly = ""] = args;
        const { artifacts } = JSON.parse(readFileSync(join(assembly, "manifest.json"), "utf8"));
        this.protectedByCdk[stackName] = artifacts[stackName].properties.terminationProtection;
        if (args.includes(STATE)) {
          this.stateCdkArgs = args;
          return Promise.resolve(this.stateDeploys);
        }
        this.cdkArgs = args;
        return new Promise((resolve) => {
          this.#endCdk = resolve;
        });
      },
      runSmokeTest: async (target) => {
        this.smokeTests.push({ ...target, status: this.status });
        if (this.works && this.status === "UPDATE_IN_PROGRESS") this.end(this.statusAfterTest);
        return this.works;
      },
      wait: async () => (this.polls.length > 1 ? this.polls.shift() : this.polls[0])?.(),
      log: (line) => this.lines.push(line),
    });
  }
}
