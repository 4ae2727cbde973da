import { expect, it, jest } from "@jest/globals";
import { fakeDate } from "../support/fake-date.ts";
import { addKey, newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();

/** Returns a function instance with its own modules, and so its own leases and caches. */
const newInstance = async () => {
  jest.resetModules();
  const { handler } = await import("../../functions/settings/get-firm.ts");
  return handler;
};

it("reports the rate limit of a key in every answer, refuses until Retry-After is over, and shares it across instances", async () => {
  const { firmId } = await newFirm(table);
  const key = await addKey(table, firmId, { requestsPerMinute: 60, scopes: ["settings:read"] });
  const [first, second] = [await newInstance(), await newInstance()];
  const start = Date.now();
  fakeDate(start);
  const remaining = [];
  for (let count = 0; count < 60; count++) {
    const { status, headers } = await call(first, { key });
    expect([status, headers["ratelimit-policy"]]).toEqual([200, '"requests";q=60;w=60']);
    remaining.push(headers.ratelimit);
  }
  expect(remaining).toEqual(Array.from({ length: 60 }, (_, count) => `"requests";r=${59 - count};t=60`));
  fakeDate(start + 20_000);
  for (const instance of [first, second]) {
    expect(await call(instance, { key })).toMatchObject({
      status: 429,
      headers: {
        "retry-after": "40",
        ratelimit: '"requests";r=0;t=40',
        "ratelimit-policy": '"requests";q=60;w=60',
      },
      body: { error: { code: "rate_limited" } },
    });
  }
  fakeDate(start + 59_000);
  expect((await call(second, { key })).status).toBe(429);
  fakeDate(start + 60_000);
  expect((await call(second, { key })).status).toBe(200);
});
