import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { CACHED_MILLISECONDS } from "../../shared/table/ttl-cache.ts";
import { everyEndpoint } from "../support/every-endpoint.ts";
import { advanceDate } from "../support/fake-date.ts";
import { useTable } from "../support/test-table.ts";
import { captureQueue } from "../support/webhooks.ts";

const table = useTable();
let api: Awaited<ReturnType<typeof everyEndpoint>>;
beforeAll(async () => {
  captureQueue();
  api = await everyEndpoint(table);
});
// Not after each test: what one has cached must expire before the next.
afterAll(() => {
  jest.useRealTimers();
});

/** A repeat may be refused, since the first request has changed the firm. */
const REFUSED = [409, 422];

// What is cached decides which calls a function makes, and so which grants it needs.
describe.each(ENDPOINTS)("$name", (definition) => {
  it("answers with empty caches and with full ones", async () => {
    captureQueue();
    const [first, second] = [await api.paramsOf(definition), await api.paramsOf(definition)];
    advanceDate(CACHED_MILLISECONDS + 1_000);
    const request = api.requestOf(definition);
    const { status } = await api.send(definition, { ...request, params: first });
    expect(status).toBe(definition.response.status);
    const repeated = await api.send(definition, { ...request, params: second });
    expect([definition.response.status, ...REFUSED]).toContain(repeated.status);
  });
});
