import { beforeAll, describe, expect, it, jest } from "@jest/globals";
import { fakeDate } from "../support/fake-date.ts";
import { addKey, newFirm } from "../support/firms.ts";
import { type ApiResponse, call } from "../support/http-call.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
let firmId: Awaited<ReturnType<typeof newFirm>>["firmId"];
beforeAll(async () => {
  ({ firmId } = await newFirm(table));
});

const limitedKey = (requestsPerMinute: number) =>
  addKey(table, firmId, { requestsPerMinute, scopes: ["settings:read"] });

// Packages that keep no state of a request are loaded once, not for each instance.
for (const name of [
  "@aws-sdk/client-dynamodb",
  "@aws-sdk/lib-dynamodb",
  "@aws-sdk/util-dynamodb",
  "zod/mini",
]) {
  const loaded = jest.requireActual<object>(name);
  jest.doMock(name, () => loaded);
}

/** A function instance with its own modules, and so its own leases and caches. */
const instance = async () => {
  jest.resetModules();
  const { handler } = await import("../../functions/firm/get-firm.ts");
  return handler;
};

const instances = async (count: number) => {
  const handlers = [];
  for (let n = 0; n < count; n++) handlers.push(await instance());
  return handlers;
};

type Handler = Awaited<ReturnType<typeof instance>>;

/** Spreads requests evenly over concurrent instances. An instance serves one request at a time, as it does on Lambda. */
const burst = async (handlers: readonly Handler[], key: string, requests: number) => {
  const serve = async (handler: Handler, first: number) => {
    const responses: ApiResponse[] = [];
    for (let n = first; n < requests; n += handlers.length) responses.push(await call(handler, { key }));
    return responses;
  };
  return (await Promise.all(handlers.map(serve))).flat();
};

const withStatus = (responses: readonly ApiResponse[], status: number) =>
  responses.filter((response) => response.status === status);

/** Parses `r` and `t` of the RateLimit header. */
const rateLimitOf = ({ headers }: ApiResponse) => {
  const [, remaining, seconds] = /^"requests";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit)) ?? [];
  return { remaining: Number(remaining), seconds: Number(seconds) };
};

const atTime = async <Value>(now: number, act: () => Promise<Value>): Promise<Value> => {
  fakeDate(now);
  try {
    return await act();
  } finally {
    jest.useRealTimers();
  }
};

describe("the rate limit of a key", () => {
  it.each([
    [60, 4, 200],
    [61, 7, 200],
  ])("of %d a minute holds across %d × instances", async (limit, count, requests) => {
    const key = await limitedKey(limit);
    const handlers = await instances(count);
    const responses = await burst(handlers, key, requests);
    const admitted = withStatus(responses, 200).length;
    expect(admitted).toBeLessThanOrEqual(limit);
    expect(admitted).toBeGreaterThan(limit * 0.95);
    expect(admitted + withStatus(responses, 429).length).toBe(requests);
  });

  it("is reported per request by a single instance", async () => {
    const key = await limitedKey(1_200);
    const handler = await instance();
    const remaining: number[] = [];
    for (let n = 0; n < 50; n++) remaining.push(rateLimitOf(await call(handler, { key })).remaining);
    expect(remaining).toEqual(Array.from({ length: 50 }, (_, n) => 1_199 - n));
  });

  it("rejects until Retry-After is over, and then admits the full limit", async () => {
    const key = await limitedKey(60);
    const handlers = await instances(3);
    const start = Date.now();
    await atTime(start, () => burst(handlers, key, 60));
    const [rejected] = await atTime(start + 20_000, () => burst(handlers, key, 1));
    expect(rejected).toMatchObject({
      status: 429,
      headers: {
        "retry-after": "40",
        ratelimit: '"requests";r=0;t=40',
        "ratelimit-policy": '"requests";q=60;w=60',
      },
      body: { error: { code: "rate_limited" } },
    });
    const early = await atTime(start + 59_000, () => burst(handlers, key, 9));
    expect(withStatus(early, 429)).toHaveLength(9);
    const later = await atTime(start + 60_000, () => burst(handlers, key, 100));
    expect(withStatus(later, 200)).toHaveLength(60);
  });

  it("is not doubled by a burst across two clock minutes", async () => {
    const key = await limitedKey(60);
    const handlers = await instances(2);
    const nextMinute = Math.ceil(Date.now() / 60_000) * 60_000;
    const before = await atTime(nextMinute - 2_000, () => burst(handlers, key, 60));
    const after = await atTime(nextMinute + 2_000, () => burst(handlers, key, 60));
    expect([withStatus(before, 200).length, withStatus(after, 200).length]).toEqual([60, 0]);
  });

  it("is separate for each key", async () => {
    const [first, second] = [await limitedKey(5), await limitedKey(5)];
    const handlers = await instances(2);
    expect(withStatus(await burst(handlers, first, 20), 200)).toHaveLength(5);
    expect(withStatus(await burst(handlers, second, 20), 200)).toHaveLength(5);
  });
});
