import { expect, it } from "@jest/globals";
import { addKey, newFirm } from "../support/firms.ts";
import { useHostedService } from "../support/hosted-service.ts";

const LIMIT = 60;

const hosted = useHostedService();

it("several workers of one function together admit exactly the limit, with correct headers", async () => {
  const { service, table } = hosted();
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
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  }
});
