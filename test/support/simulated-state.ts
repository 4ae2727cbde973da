import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
  UpdateTerminationProtectionCommand,
} from "@aws-sdk/client-cloudformation";
import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { deployStage } from "../../lib/stacks/deployment/deploy-stage.ts";
import { type TableProperties, tablesOf } from "../../lib/stacks/deployment/indexed-tables.ts";
import { resolvePinnedStage } from "../../lib/stacks/stage.ts";

const STATE = "intake-staging-state";
const SERVICE = "intake-staging";
const TABLE = "intake-staging-state-Table";

/** Polls until DynamoDB has made or removed an index. */
const CHANGE_POLLS = 3;

type Fault = "refused" | "rolled back with the index left" | null;

/**
 * CloudFormation and DynamoDB of a stage, as far as its indexes are concerned: one change of an index in an update, none
 * while another one is being made, and an update that ends before its index is complete.
 */
export class SimulatedState {
  /** What happened, in order: `+index`, `-index` and `service`. */
  readonly events: string[] = [];
  readonly lines: string[] = [];
  /** Templates that the CDK CLI has uploaded, by key. */
  readonly #bucket = new Map<string, string>();
  #template: string | null = null;
  #indexes = new Map<string, { status: "ACTIVE" | "CREATING" | "DELETING"; polls: number }>();
  /** The indexes that the running service reads. */
  #read: readonly string[] = [];
  serviceDeploys = true;
  /** The process is killed at this poll. */
  killedAtPoll = Number.POSITIVE_INFINITY;
  /** Decides the fate of an update that changes an index. */
  faultOf = (_index: string): Fault => null;

  constructor() {
    const cloudFormation = mockClient(CloudFormationClient);
    const stackOf = (StackName: string) => ({
      StackName,
      StackStatus: "UPDATE_COMPLETE",
      Outputs: ["BaseUrl", "TableName"].map((OutputKey) => ({ OutputKey, OutputValue: TABLE })),
    });
    cloudFormation.on(DescribeStacksCommand).callsFake(({ StackName }) => {
      const exists = StackName === STATE ? this.#template !== null : this.#read.length > 0;
      if (!exists) throw new Error(`Stack with id ${StackName} does not exist`);
      return { Stacks: [stackOf(StackName)] };
    });
    cloudFormation.on(GetTemplateCommand).callsFake(() => ({ TemplateBody: this.#template }));
    cloudFormation.on(ListStackResourcesCommand).callsFake(({ StackName }) => ({
      StackResourceSummaries:
        StackName === STATE
          ? [...tablesOf(this.#template ?? "{}").keys()].map((LogicalResourceId) => ({
              LogicalResourceId,
              PhysicalResourceId: TABLE,
            }))
          : [],
    }));
    cloudFormation.on(UpdateTerminationProtectionCommand).resolves({});
    mockClient(CloudWatchClient);
    mockClient(DynamoDBClient)
      .on(DescribeTableCommand)
      .callsFake(() => ({ Table: this.#describeTable() }));
  }

  get indexes(): string[] {
    return [...this.#indexes.keys()].sort();
  }

  #describeTable() {
    return {
      TableStatus: "ACTIVE",
      GlobalSecondaryIndexes: [...this.#indexes].map(([IndexName, { status }]) => ({
        IndexName,
        IndexStatus: status,
        Backfilling: status === "CREATING",
      })),
    };
  }

  /** Deletes an index by hand. */
  deleteIndex(name: string) {
    this.#indexes.delete(name);
  }

  deploy(assembly: string) {
    return deployStage({
      cloudFormation: new CloudFormationClient({}),
      cloudFormationIn: () => new CloudFormationClient({}),
      cloudWatch: new CloudWatchClient({}),
      dynamoDb: new DynamoDBClient({}),
      stage: resolvePinnedStage("staging"),
      assembly,
      changesTable: false,
      runCdk: async ([, stackName = "", , folder = ""]) => this.#runCdk(stackName, folder),
      runSmokeTest: async () => true,
      hasAddress: async () => true,
      wait: async () => this.#poll(),
      log: (line) => this.lines.push(line),
    });
  }

  #poll() {
    if (this.killedAtPoll-- <= 0) throw new Error("killed");
    for (const [name, index] of this.#indexes) {
      index.polls--;
      if (index.polls > 0) continue;
      if (index.status === "DELETING") this.#indexes.delete(name);
      else index.status = "ACTIVE";
    }
    this.#checkReads();
  }

  #checkReads() {
    for (const name of this.#read)
      if (this.#indexes.get(name)?.status !== "ACTIVE") throw new Error(`The service reads ${name}`);
  }

  #runCdk(stackName: string, folder: string): boolean {
    if (stackName === STATE) return this.#updateState(this.#upload(folder));
    if (stackName !== SERVICE) return true;
    if (!this.serviceDeploys) return false;
    this.events.push("service");
    this.#read = namesOf(tableOf(readFileSync(join(folder, `${STATE}.template.json`), "utf8")));
    this.#checkReads();
    return true;
  }

  /** Uploads the template as the CDK CLI does: not again under a key that exists. */
  #upload(folder: string): string {
    const read = (file: string) => readFileSync(join(folder, file), "utf8");
    const { properties } = JSON.parse(read("manifest.json")).artifacts[STATE];
    const key = properties.stackTemplateAssetObjectUrl.split("/").at(-1);
    const [asset] = Object.values<{ destinations: object }>(JSON.parse(read(`${STATE}.assets.json`)).files);
    if (!JSON.stringify(asset?.destinations).includes(`"${key}"`)) throw new Error(`${key} is not uploaded`);
    const text = this.#bucket.get(key) ?? read(properties.templateFile);
    this.#bucket.set(key, text);
    return text;
  }

  #updateState(text: string): boolean {
    const after = tableOf(text);
    checkAttributes(after);
    if (this.#template === null) {
      for (const name of namesOf(after)) this.#indexes.set(name, { status: "ACTIVE", polls: 0 });
      this.#template = text;
      return true;
    }
    const before = namesOf(tableOf(this.#template));
    const made = namesOf(after).filter((name) => !before.includes(name));
    const removed = before.filter((name) => !namesOf(after).includes(name));
    const isUpdated = made.length + removed.length === 0 || this.#changeIndex(made, removed);
    if (isUpdated) this.#template = text;
    return isUpdated;
  }

  #changeIndex(made: readonly string[], removed: readonly string[]): boolean {
    const [index = "", ...others] = [...made, ...removed];
    const isMade = made.length > 0;
    const isBusy = [...this.#indexes.values()].some(({ status }) => status !== "ACTIVE");
    if (isBusy || others.length > 0 || isMade === this.#indexes.has(index))
      throw new Error(`DynamoDB refuses the update: ${[...made, ...removed].join(", ")}`);
    const fault = this.faultOf(index);
    if (fault === "refused") return false;
    this.#indexes.set(index, { status: isMade ? "CREATING" : "DELETING", polls: CHANGE_POLLS });
    this.#checkReads();
    if (fault !== null) return false;
    this.events.push(`${isMade ? "+" : "-"}${index}`);
    return true;
  }
}

const tableOf = (text: string): TableProperties => {
  const [table] = tablesOf(text).values();
  if (table === undefined) throw new Error("The template has no table.");
  return table;
};

export const namesOf = ({ GlobalSecondaryIndexes }: TableProperties) =>
  GlobalSecondaryIndexes.map(({ IndexName }) => IndexName);

/** DynamoDB demands the attributes of all keys, and no others. */
const checkAttributes = (table: TableProperties) => {
  const keys = [table, ...table.GlobalSecondaryIndexes].flatMap(({ KeySchema }) =>
    KeySchema.map(({ AttributeName }) => AttributeName),
  );
  const defined = table.AttributeDefinitions.map(({ AttributeName }) => AttributeName);
  if ([...new Set(keys)].sort().join() !== defined.sort().join())
    throw new Error(`The attributes are not those of the keys: ${defined.join(", ")}`);
};
