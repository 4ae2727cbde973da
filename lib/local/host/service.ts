import { mkdirSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createTable } from "../dynamodb/create-table.ts";
import { type DynamoDbLocal, explainFailure, startDynamoDbLocal } from "../dynamodb/dynamodb-local.ts";
import { jsonResponse, sendResponse } from "../http-api/gateway-response.ts";
import { readCloudAssembly } from "../template/cloud-assembly.ts";
import { type DeclaredTable, readStack } from "../template/declared-stack.ts";
import { listHostedResources, resourceReferences } from "../template/resource-names.ts";
import { synthesizeApp } from "../template/synthesize-app.ts";
import { HOST_CLIENT } from "./aws-call.ts";
import { type HostOptions, hostStack } from "./hosted-stack.ts";
import { listenOnLoopback } from "./loopback-server.ts";
import { progressReporter } from "./progress.ts";
import { ServiceLock } from "./service-lock.ts";
import { StartError } from "./start-error.ts";
import { Teardown } from "./teardown.ts";

export type ServiceOptions = HostOptions & {
  /** The data folder: database, stream positions and queues. */
  readonly directory: string;
  /** 0 for any free port. */
  readonly port: number;
  /** An existing cloud assembly; synthesized if absent. */
  readonly assembly?: string;
  /** Another server with DynamoDB's API, instead of DynamoDB Local. */
  readonly dynamoDbEndpoint?: string | undefined;
  /** Headers of the answer while the service is starting. */
  readonly errorHeaders?: Readonly<Record<string, string>>;
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
  const aws = await reservePort(0, respondWithProcessId, teardown);
  const awsUrl = `http://127.0.0.1:${aws.port}`;
  const lock = await ServiceLock.acquire(directory, awsUrl);
  teardown.add(() => lock.release());
  const http = await reservePort(options.port, respondUnavailable(options), teardown);
  const baseUrl = `http://localhost:${http.port}`;

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
  const references = resourceReferences(assembly, { awsEndpoint: awsUrl, baseUrl });
  const stack = readStack(assembly, references);
  const table = await reportProgress("table ready", () =>
    Promise.race([failedDatabase, ensureTable(stack.table, dynamoDbEndpoint)]),
  );
  const environment = {
    directory,
    awsEndpoint: awsUrl,
    dynamoDbEndpoint,
    streamArn: table.streamArn,
    teardown,
  };
  const hosted = hostStack(stack, environment, options);
  // stops first: requests in progress still need everything else
  teardown.add(() => http.stop());
  aws.serve(serveCalls(hosted.serveAws));
  http.serve(hosted.serveHttp);
  lock.publish({ base_url: baseUrl, resources: listHostedResources(assembly, references) });
  return {
    baseUrl,
    awsEndpoint: awsUrl,
    tableName: stack.table.name,
    tableIsNew: table.isNew,
    databaseExited: exited,
    stop: () => teardown.run(),
  };
};

/** Binds a port before the slow part of the start; `meanwhile` responds until `serve` sets the real listener. */
const reservePort = async (port: number, meanwhile: RequestListener, teardown: Teardown) => {
  let current = meanwhile;
  const server = await listenOnLoopback((request, response) => current(request, response), port);
  teardown.add(() => server.stop());
  return {
    ...server,
    serve: (listener: RequestListener) => {
      current = listener;
    },
  };
};

/** Tells another start on the same folder that this service runs. */
const respondWithProcessId: RequestListener = (_request, response) => {
  response.setHeader("content-type", "application/json").end(JSON.stringify({ pid: process.pid }));
};

/** Another start asks for `/`; no hosted service has such a call. */
const serveCalls =
  (serve: RequestListener): RequestListener =>
  (request, response) =>
    request.method === "GET" && request.url === "/"
      ? respondWithProcessId(request, response)
      : serve(request, response);

/** In the error envelope of the functions: AWS has no such state. */
const respondUnavailable =
  ({ errorHeaders }: ServiceOptions): RequestListener =>
  (_request, response) => {
    const request_id = crypto.randomUUID();
    const error = { code: "unavailable", message: "The service is starting.", details: null, request_id };
    const { headers, ...rest } = jsonResponse(503, { error });
    const extraHeaders = { "x-request-id": request_id, "cache-control": "no-store", "retry-after": "1" };
    sendResponse(response, { ...rest, headers: { ...headers, ...extraHeaders, ...errorHeaders } });
  };

const startDatabase = async (options: ServiceOptions): Promise<DynamoDbLocal> => {
  const { dynamoDbEndpoint } = options;
  if (dynamoDbEndpoint)
    return { endpoint: dynamoDbEndpoint, stop: async () => {}, exited: new Promise(() => {}) };
  const directory = join(options.directory, "dynamodb");
  mkdirSync(directory, { recursive: true });
  return startDynamoDbLocal({ directory });
};

/** @throws StartError when the database exits: another process that answers on its port may have hidden that */
const failOnExit = async (database: Promise<DynamoDbLocal>): Promise<never> => {
  const { exited } = await database;
  throw new StartError(explainFailure(await exited, {}));
};

const loadAssembly = async ({ assembly, directory }: ServiceOptions) => {
  if (assembly) return readCloudAssembly(assembly);
  const outdir = join(directory, "assembly");
  await synthesizeApp(outdir);
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
