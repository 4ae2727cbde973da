import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CancelUpdateStackCommand,
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  UpdateTerminationProtectionCommand,
} from "@aws-sdk/client-cloudformation";
import { CloudWatchClient, DescribeAlarmsCommand } from "@aws-sdk/client-cloudwatch";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { deployStage } from "../../lib/stacks/deployment/deploy-stage.ts";
import { toStage } from "../../lib/stacks/resolve-stage.ts";
import { EDGE_REGION } from "../../lib/stacks/stage-names.ts";
import type { StageSettings } from "../../lib/stacks/stage-settings.ts";
import { mockClient } from "./mock-client.ts";
import { PLAIN } from "./stage-options.ts";

export const ALARM_ARN = "arn:aws:cloudwatch:us-east-1:111122223333:alarm:";

const STATE = "intake-staging-state";
const SERVICE = "intake-staging";
const LIVE = "intake-staging-live";

/** The state of CloudFormation and CloudWatch, and the course of an update of the stack. */
export class SimulatedCloud {
  readonly cloudFormation = mockClient(CloudFormationClient);
  readonly cloudWatch = mockClient(CloudWatchClient);
  readonly lines: string[] = [];
  readonly smokeTests: object[] = [];
  /** The arguments for the stack that serves. */
  cdkArgs: readonly string[] = [];
  stateCdkArgs: readonly string[] = [];
  liveCdkArgs: readonly string[] = [];
  /** The stacks that the CDK CLI deployed. */
  readonly deployed: string[] = [];
  /** The stacks that CloudFormation does not delete. */
  readonly protectedStacks = new Set<string>();
  /** False if the deployment of the state stack fails. */
  stateDeploys = true;
  status: string | null = "UPDATE_COMPLETE";
  /** Settings of the stage besides its own. */
  settings: Pick<StageSettings, "paused" | "restoredTableStreamArn" | "domain" | "edge" | "probe"> = {};
  /** The states of stacks in other regions, by region and name; one that the CDK CLI deploys gets one. */
  readonly elsewhere: Record<string, string> = {};
  /** The hosts that have an address. */
  addresses: readonly string[] = [];
  /** The time of the last update of the service. */
  lastUpdate = 0;
  stateStatus: string | null = "UPDATE_COMPLETE";
  liveStatus: string | null = "UPDATE_COMPLETE";
  /** True if the template of the stack `live` differs from the deployed one. */
  liveChanges = false;
  /** False if the deployment of the stack `live` fails. */
  liveDeploys = true;
  /** The deployed template of the stack `live`; null for the assembly's. */
  liveTemplate: object | null = null;
  /** The deployed template of the stack that serves; null for the assembly's. */
  serviceTemplate: object | null = null;
  #liveUpdates = 0;
  resourceStatus = "UPDATE_COMPLETE";
  ringing: string[] = [];
  /** Returns true for an ARN that CloudFormation accepts. */
  accepts = (_arn: string) => true;
  /** The number of reads of the stack that fail while it is being updated. */
  failedReads = 0;
  /** The table that the stack works on. */
  table = "intake-staging-Table";
  /** True if the service works after the deployment. */
  works = true;
  /** The final status of an update that the smoke test did not cancel. */
  statusAfterTest = "UPDATE_COMPLETE";
  /** The events of each poll; the last one is repeated. */
  polls: (() => void)[] = [];
  readonly #assembly: string;
  #endCdk: (succeeded: boolean) => void = () => {};

  constructor(assembly: string) {
    this.#assembly = assembly;
    this.cloudFormation.on(DescribeStacksCommand).callsFake(async ({ StackName }, getClient) => {
      const StackStatus = this.#statusOf(StackName, await getClient().config.region());
      if (StackStatus === null) throw new Error(`Stack with id ${StackName} does not exist`);
      if (StackStatus === "UPDATE_IN_PROGRESS" && this.failedReads-- > 0) throw new Error("Rate exceeded");
      if (StackName !== SERVICE) return { Stacks: [this.#stackOf(StackName, StackStatus)] };
      const Outputs = [
        { OutputKey: "BaseUrl", OutputValue: "https://api.example" },
        { OutputKey: "TableName", OutputValue: this.table },
      ];
      const RollbackTriggers = this.triggers
        .filter(this.accepts)
        .map((Arn) => ({ Arn, Type: "AWS::CloudWatch::Alarm" }));
      const LastUpdatedTime = new Date(this.lastUpdate);
      const RollbackConfiguration = { RollbackTriggers };
      return { Stacks: [{ StackName, StackStatus, LastUpdatedTime, Outputs, RollbackConfiguration }] };
    });
    this.cloudFormation.on(ListStackResourcesCommand).callsFake(() => ({
      StackResourceSummaries: ["Errors", "Latency", "Late", "Removed", "Table"].map((LogicalResourceId) => ({
        LogicalResourceId,
        PhysicalResourceId: `intake-staging-${LogicalResourceId}`,
        ResourceStatus: this.resourceStatus,
      })),
    }));
    this.cloudFormation.on(GetTemplateCommand).callsFake(({ StackName }) => {
      const deployed = StackName === SERVICE ? this.serviceTemplate : this.liveTemplate;
      return {
        TemplateBody: deployed
          ? JSON.stringify(deployed)
          : readFileSync(join(this.#assembly, `${StackName}.template.json`), "utf8"),
      };
    });
    this.cloudFormation
      .on(UpdateTerminationProtectionCommand)
      .callsFake(async ({ StackName, EnableTerminationProtection }, getClient) => {
        const status = this.#statusOf(StackName, await getClient().config.region());
        if (status === null) throw new Error(`Stack with id ${StackName} does not exist`);
        if (EnableTerminationProtection) this.protectedStacks.add(StackName);
        else this.protectedStacks.delete(StackName);
        return {};
      });
    mockClient(DynamoDBClient)
      .on(DescribeTableCommand)
      .resolves({ Table: { TableStatus: "ACTIVE" } });
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

  /** Returns the ARNs that the CDK CLI receives to watch: one value after each option. */
  get triggers() {
    return this.cdkArgs.flatMap((arg, index) =>
      arg === "--rollback-trigger-alarm-arns" ? (this.cdkArgs[index + 1] ?? "") : [],
    );
  }

  #statusOf(stackName: string, region: string) {
    if (stackName === STATE) return this.stateStatus;
    if (stackName === LIVE) return this.liveStatus;
    return stackName === SERVICE ? this.status : (this.elsewhere[`${region} ${stackName}`] ?? null);
  }

  #stackOf(StackName: string, StackStatus: string) {
    const LastUpdatedTime = new Date(this.#liveUpdates);
    const Outputs = ["DomainTarget", "DistributionDomain"].map((OutputKey) => ({
      OutputKey,
      OutputValue: `${OutputKey}.example.net`,
    }));
    return { StackName, StackStatus, LastUpdatedTime, Outputs };
  }

  /** Updates the stack `live` at once, if its template differs. */
  #deployLive(args: readonly string[]) {
    this.liveCdkArgs = args;
    if (this.liveChanges) this.#liveUpdates += 1;
    return Promise.resolve(this.liveDeploys);
  }

  #deployElsewhere(stackName: string) {
    this.elsewhere[`${this.#regionOf(stackName)} ${stackName}`] = "UPDATE_COMPLETE";
    return Promise.resolve(true);
  }

  #regionOf(stackName: string) {
    return (stackName.endsWith("-probe") && this.settings.probe?.region) || EDGE_REGION;
  }

  /**
   * Deletes the remains of a failed creation, and protects the stack before it is created or updated, as the CDK CLI
   * does with a stack that declares protection.
   * @returns false if CloudFormation refuses to delete
   */
  #prepareByCdk(stackName: string): boolean {
    const status = this.#statusOf(stackName, this.#regionOf(stackName));
    const deletes = status === "ROLLBACK_COMPLETE" || status === "ROLLBACK_FAILED";
    if (deletes && this.protectedStacks.has(stackName)) return false;
    this.protectedStacks.add(stackName);
    return true;
  }

  /** Ends the CDK CLI, because the stack has reached a final status. */
  end(status: string) {
    this.status = status;
    this.#endCdk(!status.includes("ROLLBACK"));
  }

  deploy(changesTable = false) {
    return deployStage({
      cloudFormation: new CloudFormationClient({ region: "us-east-1" }),
      cloudFormationIn: (region) => new CloudFormationClient({ region }),
      cloudWatch: new CloudWatchClient({}),
      dynamoDb: new DynamoDBClient({}),
      stage: { ...toStage("staging", { ...PLAIN, ...this.settings }), env: PLAIN.env },
      assembly: this.#assembly,
      changesTable,
      releasesState: false,
      runCdk: (args) => {
        const [, stackName = ""] = args;
        if (!this.#prepareByCdk(stackName)) return Promise.resolve(false);
        this.deployed.push(stackName);
        if (stackName === LIVE) return this.#deployLive(args);
        if (stackName === STATE) {
          this.stateCdkArgs = args;
          return Promise.resolve(this.stateDeploys);
        }
        if (stackName !== SERVICE) return this.#deployElsewhere(stackName);
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
      hasAddress: async (host) => this.addresses.includes(host),
      wait: async () => (this.polls.length > 1 ? this.polls.shift() : this.polls[0])?.(),
      log: (line) => this.lines.push(line),
    });
  }
}
