import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CloudFormationClient,
  DescribeStacksCommand,
  GetTemplateCommand,
  ListStackResourcesCommand,
} from "@aws-sdk/client-cloudformation";
import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { deployStage } from "../../lib/stacks/deployment/deploy-stage.ts";
import { removeUnreadIndexes } from "../../lib/stacks/deployment/deploy-state.ts";
import type { Deployment } from "../../lib/stacks/deployment/deployment.ts";
import { type TableProperties, tablesOf } from "../../lib/stacks/deployment/indexed-tables.ts";
import { toStage } from "../../lib/stacks/resolve-stage.ts";
import type { PinnedStage } from "../../lib/stacks/stage.ts";
import { mockClient } from "./mock-client.ts";
import { PLAIN } from "./stage-options.ts";

const PLAIN_STAGE = { ...toStage("staging", PLAIN), env: PLAIN.env };

const STATE = "intake-staging-state";
const SERVICE = "intake-staging";
const EMPTY = '{"Resources":{}}';
const TABLE = "intake-staging-state-Table";

/** Polls until DynamoDB has made or removed an index. */
const CHANGE_POLLS = 3;

type Indexes = Map<string, { status: "ACTIVE" | "CREATING" | "DELETING"; polls: number }>;

type Consent = Partial<Pick<Deployment, "changesTable" | "releasesState">>;

type Fault = "refused" | "rolled back with the index left" | null;

/**
 * CloudFormation and DynamoDB of a stage, as far as its indexes are concerned: one change of an index in an update, none
 * while another one is being made, and an update that ends before its index is complete.
 */
export class SimulatedState {
  /** What happened, in order: `+index`, `-index`, `service`, and `lost` resources, which are in no stack any more. */
  readonly events: string[] = [];
  readonly lines: string[] = [];
  /** Templates that the CDK CLI has uploaded, by key. */
  readonly #bucket = new Map<string, string>();
  #template: string | null = null;
  /** The template of the running service. */
  #service = EMPTY;
  /** The indexes of each table, by its name. A table that a restore made belongs to no stack at first. */
  readonly #tables = new Map<string, Indexes>([[TABLE, new Map()]]);
  /** The indexes that the running service reads. */
  #read: readonly string[] = [];
  /** The table of the running service. */
  #table = TABLE;
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
      Outputs: ["BaseUrl", "TableName"].map((OutputKey) => ({ OutputKey, OutputValue: this.#table })),
    });
    cloudFormation.on(DescribeStacksCommand).callsFake(({ StackName }) => {
      const exists = StackName === STATE ? this.#template !== null : this.#read.length > 0;
      if (!exists) throw new Error(`Stack with id ${StackName} does not exist`);
      return { Stacks: [stackOf(StackName)] };
    });
    cloudFormation.on(GetTemplateCommand).callsFake(({ StackName }) => ({
      TemplateBody: { [STATE]: this.#template, [SERVICE]: this.#service }[StackName as string] ?? EMPTY,
    }));
    cloudFormation.on(ListStackResourcesCommand).callsFake(({ StackName }) => ({
      StackResourceSummaries:
        StackName === STATE
          ? [...tablesOf(this.#template ?? "{}")].map(([LogicalResourceId, table]) => ({
              LogicalResourceId,
              PhysicalResourceId: nameOf(table),
            }))
          : [],
    }));
    mockClient(CloudWatchClient);
    mockClient(DynamoDBClient)
      .on(DescribeTableCommand)
      .callsFake(({ TableName }) => ({ Table: this.#describeTable(TableName) }));
  }

  get indexes(): string[] {
    return this.indexesOf(TABLE);
  }

  indexesOf(name: string): string[] {
    return [...this.#indexesOf(name).keys()].sort();
  }

  #indexesOf(name: string): Indexes {
    const indexes = this.#tables.get(name);
    if (indexes === undefined) throw new Error(`There is no table ${name}`);
    return indexes;
  }

  /** Makes a table with the indexes of another, as a restore does. */
  restoreTable(name: string) {
    this.#tables.set(name, new Map(this.#indexesOf(TABLE)));
  }

  #describeTable(name: string) {
    return {
      TableStatus: "ACTIVE",
      GlobalSecondaryIndexes: [...this.#indexesOf(name)].map(([IndexName, { status }]) => ({
        IndexName,
        IndexStatus: status,
        Backfilling: status === "CREATING",
      })),
    };
  }

  /** Deletes an index by hand. */
  deleteIndex(name: string) {
    this.#indexesOf(TABLE).delete(name);
  }

  deploy(assembly: string, stage = PLAIN_STAGE, consent: Consent = {}) {
    return deployStage(this.#deploymentOf(assembly, stage, consent));
  }

  removeIndexes(assembly: string) {
    return removeUnreadIndexes(this.#deploymentOf(assembly, PLAIN_STAGE, {}));
  }

  #deploymentOf(assembly: string, stage: PinnedStage, consent: Consent): Deployment {
    return {
      cloudFormation: new CloudFormationClient({}),
      cloudFormationIn: () => new CloudFormationClient({}),
      cloudWatch: new CloudWatchClient({}),
      dynamoDb: new DynamoDBClient({}),
      stage,
      assembly,
      changesTable: false,
      releasesState: false,
      ...consent,
      runCdk: async ([, stackName = "", , folder = "", ...options]) =>
        this.#runCdk(stackName, folder, options.includes("--import-existing-resources")),
      runSmokeTest: async () => true,
      hasAddress: async () => true,
      wait: async () => this.#poll(),
      log: (line) => this.lines.push(line),
    };
  }

  #poll() {
    if (this.killedAtPoll-- <= 0) throw new Error("killed");
    for (const indexes of this.#tables.values()) pollIndexes(indexes);
    this.#checkReads();
  }

  #checkReads() {
    for (const name of this.#read)
      if (this.#indexesOf(TABLE).get(name)?.status !== "ACTIVE") throw new Error(`The service reads ${name}`);
  }

  #runCdk(stackName: string, folder: string, imports: boolean): boolean {
    if (stackName === STATE) return this.#updateState(this.#upload(folder), imports);
    if (stackName !== SERVICE) return true;
    if (!this.serviceDeploys) return false;
    this.events.push("service");
    this.#service = readFileSync(join(folder, `${SERVICE}.template.json`), "utf8");
    const state = readFileSync(join(folder, `${STATE}.template.json`), "utf8");
    this.#read = namesOf(tableOf(state));
    const { Value } = JSON.parse(state).Outputs.TableName;
    this.#table = typeof Value === "string" ? Value : TABLE;
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

  #updateState(text: string, imports: boolean): boolean {
    const known = tablesOf(this.#template ?? "{}");
    const isUpdated = [...tablesOf(text)].every(([id, after]) => {
      checkAttributes(after);
      const before = known.get(id);
      return before ? this.#updateTable(before, after) : this.#addTable(id, after, imports);
    });
    if (!isUpdated) return false;
    this.#letGo(text);
    this.#template = text;
    return true;
  }

  /** Lets go of what the next template lacks. What is retained stays in the account, in no stack. */
  #letGo(text: string) {
    const { Resources: next } = JSON.parse(text);
    const { Resources } = JSON.parse(this.#template ?? EMPTY);
    for (const [id, { DeletionPolicy = "Delete" }] of Object.entries<{ DeletionPolicy?: string }>(Resources))
      if (!(id in next) && DeletionPolicy !== "Delete") this.events.push(`lost ${id}`);
  }

  /** Creates a table with all its indexes, or imports it as it is. */
  #addTable(id: string, table: TableProperties, imports: boolean): boolean {
    const name = nameOf(table);
    if (name === TABLE) {
      for (const index of namesOf(table)) this.#indexesOf(name).set(index, { status: "ACTIVE", polls: 0 });
      return true;
    }
    if (!imports) throw new Error(`${name} already exists`);
    this.events.push(`import ${name} as ${id}`);
    return this.#tables.has(name);
  }

  #updateTable(before: TableProperties, after: TableProperties): boolean {
    const [former, names] = [before, after].map(namesOf) as [string[], string[]];
    const made = names.filter((name) => !former.includes(name));
    const removed = former.filter((name) => !names.includes(name));
    return made.length + removed.length === 0 || this.#changeIndex(nameOf(after), made, removed);
  }

  #changeIndex(table: string, made: readonly string[], removed: readonly string[]): boolean {
    const indexes = this.#indexesOf(table);
    const [index = "", ...others] = [...made, ...removed];
    const isMade = made.length > 0;
    const isBusy = [...indexes.values()].some(({ status }) => status !== "ACTIVE");
    if (isBusy || others.length > 0 || isMade === indexes.has(index))
      throw new Error(`DynamoDB refuses the update: ${[...made, ...removed].join(", ")}`);
    const fault = this.faultOf(index);
    if (fault === "refused") return false;
    indexes.set(index, { status: isMade ? "CREATING" : "DELETING", polls: CHANGE_POLLS });
    this.#checkReads();
    if (fault !== null) return false;
    this.events.push(`${isMade ? "+" : "-"}${index}${table === TABLE ? "" : ` of ${table}`}`);
    return true;
  }
}

const pollIndexes = (indexes: Indexes) => {
  for (const [name, index] of indexes) {
    index.polls--;
    if (index.polls > 0) continue;
    if (index.status === "DELETING") indexes.delete(name);
    else index.status = "ACTIVE";
  }
};

const nameOf = ({ TableName = TABLE }: TableProperties) => String(TableName);

const tableOf = (text: string): TableProperties => {
  const [table] = tablesOf(text).values();
  if (table === undefined) throw new Error("The template has no table.");
  return table;
};

const namesOf = ({ GlobalSecondaryIndexes }: TableProperties) =>
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
