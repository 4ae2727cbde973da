import { mkdirSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createTable } from "../dynamodb/create-table.ts";
import { type DynamoDbLocal, explainFailure, startDynamoDbLocal } from "../dynamodb/dynamodb-local.ts";
import { gatewayError, sendResponse } from "../http-api/gateway-response.ts";
import { readCloudAssembly } from "../template/cloud-assembly.ts";
import { type DeclaredTable, readStack } from "../template/declared-stack.ts";
import { listHostedResources, resourceReferences } from "../template/resource-names.ts";
import { synthesizeApp } from "../template/synthesize-app.ts";
import { HOST_CLIENT } from "./aws-call.ts";
import { type HostOptions, hostStack } from "./hosted-stack.ts";
import { listenOnLoopback } from "./loopback-server.ts";
import { progressReporter } from "./progress.ts";
import { lockFolder } from "./service-lock.ts";
import { StartError } from "./start-error.ts";
import { Teardown } from "./teardown.ts";

export type ServiceOptions = HostOptions & {
  /** The data folder: database and stream positions. */
  readonly directory: string;
  /** 0 for any free port. */
  readonly port: number;
  /** An existing cloud assembly; synthesized if absent. */
  readonly assembly?: string;
  /** Another server with DynamoDB's API, instead of DynamoDB Local. */
  readonly dynamoDbEndpoint?: string | undefined;
  /** Called with a line for each step of the start. */
  readonly onProgress?: (line: string) => void;
};

export type Service = {
  readonly baseUrl: string;
  readonly awsEndpoint: string;
  readonly tableName: string;
  /** Whether this start created the table. */
  readonly tableIsNew: boolean;
  /** Resolves with the end of its error output when the database exits: unexpectedly, or because of `stop`. */
  readonly databaseExited: Promise<string>;
  stop(): Promise<void>;
};

/**
 * Hosts the synthesized stack on this machine.
 * @throws StartError if the start failed for a reason that the user can fix; everything is stopped then
 */
export const startService = async (options: ServiceOptions): Promise<Service> => {
  const teardown = new Teardown();
  try {
    return await start(options, teardown);
  } catch (error) {
    await teardown.run();
    throw error;
  }
};

const start = async (options: ServiceOptions, teardown: Teardown): Promise<Service> => {
  const { directory } = options;
  const reportProgress = progressReporter(options.onProgress ?? (() => {}));
  const lock = await lockFolder(directory);
  teardown.add(() => lock.release());
  const http = await reservePort(options.port, teardown);
  const baseUrl = `http://localhost:${http.port}`;
  const aws = await reservePort(0, teardown);
  const awsEndpoint = `http://127.0.0.1:${aws.port}`;
  const database = startDatabase(options);
  teardown.add(async () => (await database.catch(() => undefined))?.stop());
  const failedDatabase = failOnExit(database);
  const [{ endpoint: dynamoDbEndpoint, exited }, assembly] = await Promise.race([
    failedDatabase,
    Promise.all([
      reportProgress("database started", () => database),
      reportProgress("stack synthesized", () => loadAssembly(options)),
    ]),
  ]);
  lock.confirm();
  const reference = resourceReferences(assembly, { awsEndpoint, baseUrl });
  const stack = readStack(assembly, reference);
  const table = await reportProgress("table ready", () =>
    Promise.race([failedDatabase, ensureTable(stack.table, dynamoDbEndpoint)]),
  );
  const environment = {
    directory,
    awsEndpoint,
    dynamoDbEndpoint,
    streamArn: table.streamArn,
    teardown,
  };
  const hosted = hostStack(stack, environment, options);
  // stops first: requests in progress still need everything else
  teardown.add(() => http.stop());
  aws.serve(hosted.serveAws);
  http.serve(hosted.serveHttp);
  lock.publish({
    aws_endpoint: awsEndpoint,
    base_url: baseUrl,
    resources: listHostedResources(assembly, reference),
  });
  return {
    baseUrl,
    awsEndpoint,
    tableName: stack.table.name,
    tableIsNew: table.isNew,
    databaseExited: exited,
    stop: () => teardown.run(),
  };
};

/** Binds a port before the slow part of the start; until `serve` sets the real listener, it is unavailable. */
const reservePort = async (port: number, teardown: Teardown) => {
  let listener: RequestListener = (_request, response) => sendResponse(response, gatewayError(503));
  const server = await listenOnLoopback((request, response) => listener(request, response), port);
  teardown.add(() => server.stop());
  const serve = (hosted: RequestListener) => {
    listener = hosted;
  };
  return { ...server, serve };
};

const startDatabase = async (options: ServiceOptions): Promise<DynamoDbLocal> => {
  const { dynamoDbEndpoint: endpoint } = options;
  if (endpoint) return { endpoint, stop: async () => {}, exited: new Promise(() => {}) };
  const directory = join(options.directory, "dynamodb");
  mkdirSync(directory, { recursive: true });
  return startDynamoDbLocal({ directory });
};

/** @throws StartError when the database exits: another process that answers on its port may have hidden that */
const failOnExit = async (database: Promise<DynamoDbLocal>): Promise<never> => {
  const { exited } = await database;
  throw new StartError(explainFailure(await exited));
};

const loadAssembly = async ({ assembly, directory }: ServiceOptions) => {
  const outdir = assembly ?? join(directory, "assembly");
  if (assembly === undefined) await synthesizeApp(outdir);
  return readCloudAssembly(outdir);
};

const ensureTable = async ({ name, properties }: DeclaredTable, endpoint: string) => {
  const client = new DynamoDBClient({ ...HOST_CLIENT, endpoint });
  try {
    const isNew = await createTable(client, properties, name);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    return { isNew, streamArn: Table?.LatestStreamArn ?? "" };
  } finally {
    client.destroy();
  }
};
