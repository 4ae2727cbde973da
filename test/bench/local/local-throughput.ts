import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { createTable } from "../../../lib/local/dynamodb/create-table.ts";
import { startDynamoDbLocal } from "../../../lib/local/dynamodb/dynamodb-local.ts";
import { HOST_CLIENT } from "../../../lib/local/host/aws-call.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { connectTable, type Table } from "../../../shared/table/table.ts";
import { readJson, type SpawnedService, START, spawnService } from "../../e2e/spawned-service.ts";
import { changeAt } from "../../support/changes.ts";
import { addKey, newFirm } from "../../support/firms.ts";
import { ADA, newLead } from "../../support/leads.ts";
import { median } from "../../support/median.ts";
import { declaredProperties } from "../bench-table.ts";
import { type RepeatedRequest, requestRate } from "./request-rate.ts";

const CONNECTIONS = [1, 8, 32];
const SCRIPT = join(import.meta.dirname, "bare-server.ts");
const ROUNDS = 7;
const ROUND_MILLISECONDS = 1_000;
const WARM_UP = { connections: 32, milliseconds: 3_000 };
/** The events of new leads are processed once nothing has been logged for this time. */
const QUIET_MILLISECONDS = 500;

export type Throughput = {
  readonly name: string;
  readonly connections: number;
  /** The local service's requests a second, divided by the bare server's. */
  readonly ratio: number;
  readonly requestsPerSecond: number;
};

/**
 * Measures how many requests a second the local service answers, as a ratio to a bare server that makes the same calls of
 * the same DynamoDB Local. Each is a separate process. They take turns, so that other load on the machine affects both.
 */
export const measureThroughput = async (): Promise<Throughput[]> => {
  const directory = mkdtempSync(join(tmpdir(), "intake-throughput-"));
  const database = await startDynamoDbLocal({ directory });
  const own = spawnService(START, directory, {
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    // with a line for each event
    LOG_FORMAT: "json",
  });
  try {
    await own.printed(/^curl /m);
    return await measureLeads(own, readJson(directory, "demo.json").base_url ?? "", database.endpoint);
  } finally {
    own.child.kill("SIGTERM");
    await own.ended();
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  }
};

const measureLeads = async (service: SpawnedService, ownUrl: string, endpoint: string) => {
  const table = await findTable(endpoint);
  const bareTable = await createBareTable(table);
  const lead = newLead({ phone: "+12125550123" });
  const { firmId } = await newFirm(table);
  const key = await addKey(table, firmId, { requestsPerMinute: 1_000_000 });
  const item = leadToItem(firmId, lead, changeAt(Date.now()));
  for (const { name: TableName, client } of [table, bareTable])
    await client.send(new PutCommand({ TableName, Item: item }));
  const bare = fork(SCRIPT, [endpoint, bareTable.name, JSON.stringify(item)], {
    execArgv: ["--import", "tsx"],
  });
  try {
    const [port] = await once(bare, "message");
    const servers = { service, ownUrl, bareUrl: `http://127.0.0.1:${port}` };
    const throughputs: Throughput[] = [];
    for (const [name, request] of Object.entries(leadRequests(key, lead.id))) {
      for (const url of [ownUrl, servers.bareUrl]) await requestRate(url, request, WARM_UP);
      for (const connections of CONNECTIONS)
        throughputs.push({ name, connections, ...(await compare(servers, request, connections)) });
    }
    return throughputs;
  } finally {
    bare.disconnect();
  }
};

/** Returns the service's table. */
const findTable = async (endpoint: string): Promise<Table> => {
  const table = connectTable("", { ...HOST_CLIENT, endpoint });
  const { TableNames: [name = ""] = [] } = await table.client.send(new ListTablesCommand({}));
  return { ...table, name };
};

/** Creates the bare server's table, with a stream like the service's. */
const createBareTable = async ({ client }: Table): Promise<Table> => {
  const [declared] = declaredProperties("AWS::DynamoDB::Table");
  await createTable(client, declared, "bare");
  return { client, name: "bare" };
};

const leadRequests = (key: string, id: string): Record<string, RepeatedRequest> => {
  const headers = { authorization: `Bearer ${key}` };
  return {
    "GET a lead": { method: "GET", path: `/api/leads/${id}`, headers, status: 200 },
    "POST a lead": {
      method: "POST",
      path: "/api/leads",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ ...ADA, phone: "+12125550123" }),
      status: 201,
    },
  };
};

type Servers = { readonly service: SpawnedService; readonly ownUrl: string; readonly bareUrl: string };

const compare = async (
  { service, ownUrl, bareUrl }: Servers,
  request: RepeatedRequest,
  connections: number,
) => {
  const load = { connections, milliseconds: ROUND_MILLISECONDS };
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const own = await requestRate(ownUrl, request, load);
    await quiet(service);
    rounds.push({ own, bare: await requestRate(bareUrl, request, load) });
  }
  return {
    ratio: median(rounds.map(({ own, bare }) => own / bare)),
    requestsPerSecond: median(rounds.map(({ own }) => own)),
  };
};

/** Waits until the service has nothing more to do. */
const quiet = async (service: SpawnedService) => {
  for (let length = -1; length !== service.output().length; await sleep(QUIET_MILLISECONDS))
    length = service.output().length;
};
