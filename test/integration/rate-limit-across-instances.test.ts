import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { type Service, startService } from "../../lib/local/host/service.ts";
import { connectTable, type Table } from "../../shared/storage/dynamodb/table.ts";
import { addKey, newFirm } from "../support/firms.ts";

const LIMIT = 60;

let directory: string;
let service: Service;
let table: Table;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), "intake-rate-limit-"));
  service = await startService({ directory, port: 0, maxWorkersPerFunction: 4 });
  table = connectTable(service.tableName, { endpoint: service.awsEndpoint });
});
afterAll(async () => {
  await service?.stop();
  rmSync(directory, { recursive: true, force: true });
});

it("admits exactly the limit across several workers of one function, with correct headers", async () => {
  const { firmId } = await newFirm(table);
  const key = await addKey(table, firmId, { requestsPerMinute: LIMIT });
  const request = () =>
    fetch(`${service.baseUrl}/api/leads`, { headers: { authorization: `Bearer ${key}` } });

  const responses = await Promise.all(Array.from({ length: 3 * LIMIT }, request));

  const admitted = responses.filter(({ status }) => status === 200);
  const rejected = responses.filter(({ status }) => status === 429);
  expect([admitted.length, rejected.length]).toEqual([LIMIT, 2 * LIMIT]);
  for (const { headers } of responses) {
    expect(headers.get("ratelimit-policy")).toBe(`"requests";q=${LIMIT};w=60`);
    expect(headers.get("ratelimit")).toMatch(/^"requests";r=\d+;t=\d+$/);
  }
  for (const { headers } of rejected) {
    expect(headers.get("ratelimit")).toMatch(/;r=0;/);
    const seconds = Number(headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThanOrEqual(60);
  }
});
