import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { captureLog } from "../support/capture-log.ts";
import { newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { ADA, countLeads } from "../support/leads.ts";
import { databaseEndpoint } from "../support/suite-resources.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const { hostname, port } = new URL(databaseEndpoint());

/** A TCP proxy to the store that can be closed and reopened. */
let proxy: Server;
const sockets = new Set<Socket>();
const forward = (socket: Socket) => {
  const upstream = connect(Number(port), hostname);
  for (const end of [socket, upstream]) {
    sockets.add(end);
    end.on("error", () => {}).on("close", () => sockets.delete(end));
  }
  socket.pipe(upstream).pipe(socket);
};
const open = (at = 0) =>
  new Promise<number>((resolve) => {
    proxy = createServer(forward).listen(at, "127.0.0.1", () => {
      const address = proxy.address();
      resolve(typeof address === "object" ? (address?.port ?? 0) : 0);
    });
  });
const close = async () => {
  const closed = new Promise((resolve) => proxy.close(resolve));
  for (const socket of sockets) socket.destroy();
  await closed;
};

let proxyPort: number;
let handler: typeof import("../../functions/leads/create-lead.ts").handler;
beforeAll(async () => {
  proxyPort = await open();
  process.env.AWS_ENDPOINT_URL_DYNAMODB = `http://127.0.0.1:${proxyPort}`;
  ({ handler } = await import("../../functions/leads/create-lead.ts"));
});
afterAll(close);

const UNAVAILABLE = {
  status: 503,
  headers: { "retry-after": "1" },
  body: { error: { code: "unavailable" } },
};

describe("a store that refuses connections", () => {
  it("answers 503 with Retry-After at every step, writes nothing, and works again afterwards", async () => {
    const { firmId, apiKey } = await newFirm(table);
    const log = captureLog();
    const create = (idempotencyKey?: string) =>
      call(handler, {
        key: apiKey,
        body: ADA,
        headers: idempotencyKey ? { "idempotency-key": idempotencyKey } : {},
      });
    await close();
    expect(await create()).toMatchObject(UNAVAILABLE); // fails at the lease on the key
    await open(proxyPort);
    expect(await create()).toMatchObject({ status: 201 });
    await close();
    expect(await create()).toMatchObject(UNAVAILABLE); // fails at the write
    expect(await create("one")).toMatchObject(UNAVAILABLE); // fails at the transaction
    await open(proxyPort);
    expect(await countLeads(table, firmId)).toBe(1);
    expect(await create("one")).toMatchObject({ status: 201 });
    expect(log.join()).toMatch(/ECONNREFUSED|ECONNRESET/);
  });
});
