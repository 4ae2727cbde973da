import { mkdirSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createTable } from "../dynamodb/create-table.ts";
import { type DynamoDbLocal, startDynamoDbLocal } from "../dynamodb/dynamodb-local.ts";
import { refusal, sendAnswer } from "../http-api/gateway-answer.ts";
import { readCloudAssembly } from "../template/cloud-assembly.ts";
import { type DeclaredTable, readStack } from "../template/declared-stack.ts";
import { referencesTo } from "../template/resource-names.ts";
import { synthesizeApp } from "../template/synthesize-app.ts";
import { HOST_CLIENT } from "./host-client.ts";
import { type HostOptions, hostStack } from "./hosted-stack.ts";
import { listenOnLoopback } from "./loopback-server.ts";
import { progressOn } from "./progress.ts";
import { ServiceClaim } from "./service-claim.ts";
import { Teardown } from "./teardown.ts";

export type ServiceOptions = HostOptions & {
  /** Holds everything that outlives a run: the database, stream positions, queues. */
  readonly directory: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** A cloud assembly that is there already; synthesized if absent. */
  readonly assembly?: string;
  /** Another server that speaks DynamoDB, instead of DynamoDB Local. */
  readonly dynamoDbEndpoint?: string | undefined;
  /** Told of each step of the start. */
  readonly onProgress?: (line: string) => void;
};

export type Service = {
  readonly baseUrl: string;
  readonly awsEndpoint: string;
  readonly tableName: string;
  /** Whether this start created the table. */
  readonly tableIsNew: boolean;
  /** Settles when the database has ended, with the last it said: by itself, unless `stop` was called. */
  readonly failed: Promise<string>;
  stop(): Promise<void>;
};

/**
 * Hosts the synthesized stack on this machine.
 * @throws StartError for what the person at the keyboard can put right; nothing is left running then
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
  const progress = progressOn(options.onProgress ?? (() => {}));
  const aws = await openDoor(0, tellProcess, teardown);
  const awsUrl = `http://127.0.0.1:${aws.port}`;
  const claim = await ServiceClaim.on(directory, awsUrl);
  teardown.add(() => claim.release());
  const http = await openDoor(options.port, refuseUntilReady, teardown);
  const baseUrl = `http://localhost:${http.port}`;

  const database = startDatabase(options);
  teardown.add(async () => (await database.catch(() => undefined))?.stop());
  const [{ endpoint: dynamoDbEndpoint, exited }, assembly] = await Promise.all([
    progress("database started", () => database),
    progress("stack synthesized", () => findAssembly(options)),
  ]);
  claim.confirm();
  const stack = readStack(assembly, referencesTo(assembly, { awsEndpoint: awsUrl, baseUrl }));
  const table = await progress("table ready", () => openTable(stack.table, dynamoDbEndpoint));
  const place = { directory, awsEndpoint: awsUrl, dynamoDbEndpoint, streamArn: table.streamArn, teardown };
  const hosted = hostStack(stack, place, options);
  // before all that requests under way still need
  teardown.add(() => http.stop());
  aws.open(onlyPosts(hosted.serveAws));
  http.open(hosted.serveHttp);
  claim.publish({ table_name: stack.table.name, base_url: baseUrl });
  return {
    baseUrl,
    awsEndpoint: awsUrl,
    tableName: stack.table.name,
    tableIsNew: table.isNew,
    failed: exited,
    stop: () => teardown.run(),
  };
};

/** A port is taken at once, before the slow part of the start, and served in full later. */
const openDoor = async (port: number, meanwhile: RequestListener, teardown: Teardown) => {
  let serve = meanwhile;
  const server = await listenOnLoopback((request, response) => serve(request, response), port);
  teardown.add(() => server.stop());
  return {
    ...server,
    open: (listener: RequestListener) => {
      serve = listener;
    },
  };
};

/** By this another start on the same folder learns that this one lives. */
const tellProcess: RequestListener = (_request, response) => {
  response.setHeader("content-type", "application/json").end(JSON.stringify({ pid: process.pid }));
};

const onlyPosts =
  (serve: RequestListener): RequestListener =>
  (request, response) =>
    request.method === "POST" ? serve(request, response) : tellProcess(request, response);

const refuseUntilReady: RequestListener = (_request, response) => {
  const starting = { code: "unavailable", message: "The service is starting." } as const;
  const { headers, ...answer } = refusal(503, starting, crypto.randomUUID());
  sendAnswer(response, { ...answer, headers: { ...headers, "retry-after": "1" } });
};

const startDatabase = async (options: ServiceOptions): Promise<DynamoDbLocal> => {
  const { dynamoDbEndpoint } = options;
  if (dynamoDbEndpoint)
    return { endpoint: dynamoDbEndpoint, stop: async () => {}, exited: new Promise(() => {}) };
  const directory = join(options.directory, "dynamodb");
  mkdirSync(directory, { recursive: true });
  return startDynamoDbLocal({ directory });
};

const findAssembly = async ({ assembly, directory }: ServiceOptions) => {
  if (assembly) return readCloudAssembly(assembly);
  const outdir = join(directory, "assembly");
  await synthesizeApp(outdir);
  return readCloudAssembly(outdir);
};

const openTable = async ({ name, properties }: DeclaredTable, endpoint: string) => {
  const client = new DynamoDBClient({ ...HOST_CLIENT, endpoint });
  try {
    const isNew = await createTable(client, properties, name);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    return { isNew, streamArn: Table?.LatestStreamArn ?? "" };
  } finally {
    client.destroy();
  }
};
