import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { connectTable, type Table } from "../../shared/table/table.ts";
import { localDirectory } from "../local/host/state-file.ts";
import { findOutput, listResources, readDeployedStack } from "../stacks/deployment/stack-state.ts";
import { LOCAL_STAGE, STAGE_STACKS, stackNameOf } from "../stacks/stage-names.ts";
import type { OperatorOptions } from "./operator-command.ts";

/** A resource of a stack, with CloudFormation's terms. */
type DeployedResource = {
  readonly type: string;
  readonly logicalId: string;
  readonly physicalId: string;
};

type ClientConfig = {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
};

/** A command's target: the deployed stacks of a stage, or the local service's. */
export type Deployment = {
  /** Null if only the table is known. */
  readonly stage: string | null;
  readonly isLocal: boolean;
  /** The address of the local service. */
  readonly baseUrl?: string;
  /** Settings of every AWS client; empty for the caller's own credentials and region. */
  readonly clientConfig: ClientConfig;
  readonly resources: readonly DeployedResource[];
};

/** @throws Error if there is no such stack, or if no stage is named and no local service is running */
export const openDeployment = async ({ stage, table }: OperatorOptions): Promise<Deployment> => {
  if (table !== undefined)
    return { stage: null, ...DEPLOYED, resources: [{ type: TABLE, logicalId: "", physicalId: table }] };
  if (stage === undefined) return readRunningService();
  return { stage, ...DEPLOYED, resources: await readStageResources({ name: stage }) };
};

export const openTable = async (options: OperatorOptions): Promise<Table> =>
  tableOf(await openDeployment(options));

export const tableOf = (deployment: Deployment): Table =>
  namingMissingTables(connectTable(physicalIdOf(deployment, TABLE), deployment.clientConfig));

/** Adds the missing table and its region to errors, because DynamoDB names neither. */
const namingMissingTables = (table: Table): Table => {
  const { middlewareStack, config } = table.client;
  const nameTable = async (error: unknown, input: object): Promise<never> => {
    const name = "TableName" in input ? input.TableName : table.name;
    if (error instanceof ResourceNotFoundException)
      error.message = `No table ${name} in region ${await config.region()}.`;
    throw error;
  };
  middlewareStack.add((next) => (args) => next(args).catch((error) => nameTable(error, args.input)), {
    step: "initialize",
  });
  return table;
};

const DEPLOYED = { isLocal: false, clientConfig: {} };

const TABLE = "AWS::DynamoDB::Table";

/** CDK appends this hash to a construct's path to form the logical id. */
const HASH = /[0-9A-F]{8}$/;

/**
 * Returns the physical id of the stack's only resource of a type, or of the one at this path of construct ids, joined.
 * The id of a queue is its URL.
 * @throws Error if the deployment has no such resource
 */
export const physicalIdOf = (deployment: Deployment, type: string, path?: string): string => {
  const [found] = resourcesOf(deployment, type).filter(({ name }) => path === undefined || name === path);
  if (found) return found.physicalId;
  requireStage(deployment);
  throw new Error(`the stage ${deployment.stage} has no ${type} ${path ?? ""}`.trimEnd());
};

/** @throws Error if only the table is known */
export const requireStage = ({ stage }: Deployment) => {
  if (stage === null) throw new Error("this command needs more than the table: use --stage");
};

/** @throws Error for the local service, which hosts only a part of AWS */
export const requireDeployed = ({ isLocal }: Deployment) => {
  if (isLocal)
    throw new Error(
      "the local service does not host what this command needs: name a deployed stage with --stage",
    );
};

/** Returns every resource of a type, by its path of construct ids. */
export const resourcesOf = ({ resources }: Deployment, type: string) =>
  resources
    .filter((resource) => resource.type === type)
    .map(({ logicalId, physicalId }) => ({ name: logicalId.replace(HASH, ""), physicalId }));

/**
 * Reads the resources of the stacks in the stage's own region, without those of nested stacks. The table is the one that the service
 * works on: the stage's own, or a restored one.
 */
const readStageResources = async (stage: { readonly name: string }): Promise<DeployedResource[]> => {
  const client = new CloudFormationClient({});
  const serviceName = stackNameOf(stage, "service");
  const service = await readDeployedStack(client, serviceName);
  if (service === null)
    throw new Error(
      `No stage ${stage.name} in region ${await client.config.region()}: the stack ${serviceName} is not deployed.`,
    );
  const resources = await Promise.all(
    STAGE_STACKS.map((part) => readStackResources(client, stackNameOf(stage, part))),
  );
  const table = findOutput(service, "TableName");
  return resources
    .flatMap((each) => each ?? [])
    .map((each) => (each.type === TABLE && table !== undefined ? { ...each, physicalId: table } : each));
};

/** @returns null if the stack is not deployed */
export const readStackResources = async (
  client: CloudFormationClient,
  stackName: string,
): Promise<DeployedResource[] | null> => {
  if ((await readDeployedStack(client, stackName)) === null) return null;
  return (await listResources(client, stackName)).map(
    ({ ResourceType = "", LogicalResourceId = "", PhysicalResourceId = "" }) => ({
      type: ResourceType,
      logicalId: LogicalResourceId,
      physicalId: PhysicalResourceId,
    }),
  );
};

const runningService = z.object({
  aws_endpoint: z.string(),
  base_url: z.string(),
  resources: z.array(z.object({ type: z.string(), logical_id: z.string(), physical_id: z.string() })),
});

const readRunningService = (): Deployment => {
  const directory = localDirectory();
  try {
    const file = readFileSync(join(directory, "service.json"), "utf8");
    const { aws_endpoint: endpoint, base_url: baseUrl, resources } = runningService.parse(JSON.parse(file));
    const credentials = { accessKeyId: "operator", secretAccessKey: "operator" };
    return {
      stage: LOCAL_STAGE,
      isLocal: true,
      baseUrl,
      clientConfig: { endpoint, region: "us-east-1", credentials },
      resources: resources.map(({ type, logical_id: logicalId, physical_id: physicalId }) => ({
        type,
        logicalId,
        physicalId,
      })),
    };
  } catch (cause) {
    throw new Error(
      `no local service is running on the folder ${directory}: start it with "npm start", or name a deployed one (--help says how)`,
      { cause },
    );
  }
};
