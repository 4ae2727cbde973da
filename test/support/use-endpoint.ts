import { beforeAll, beforeEach, expect } from "@jest/globals";
import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";
import { LATEST_API_VERSION } from "../../shared/api/request-headers.ts";
import type { Table } from "../../shared/table/table.ts";
import { everyEndpoint } from "./every-endpoint.ts";
import type { ApiRequest, ApiResponse } from "./http-call.ts";
import { interceptStoreCalls, READS } from "./store-calls.ts";
import { captureQueue } from "./webhooks.ts";

const COMMON_HEADERS = {
  "cache-control": "no-store",
  "intake-version": LATEST_API_VERSION,
  "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
};

/** Returns the status and the code of an error, and the fields that it names. */
const errorOf = ({ status, body }: ApiResponse) => {
  const { code, details } = body?.error ?? {};
  return [status, code, ...(details ?? []).map(({ field }: { field: string }) => field)];
};

type Firm = Awaited<ReturnType<typeof everyEndpoint>>;

/** A firm for each noun and method, so that none reaches a limit, such as that of live holds. */
const firms = new Map<string, Promise<Firm>>();

/** Returns requests of an endpoint, with expectations of their results. */
export const useEndpoint = (table: Table, definition: EndpointDefinition) => {
  let firm: Firm;
  let queue: ReturnType<typeof captureQueue>;
  let keptParams: ReturnType<Firm["paramsOf"]> | undefined;
  let keptKey: ReturnType<Firm["keyFor"]> | undefined;
  beforeAll(async () => {
    queue = captureQueue();
    const name = `${definition.method} ${definition.path.split("/")[2]}`;
    const created = firms.get(name) ?? everyEndpoint(table);
    firms.set(name, created);
    firm = await created;
  });
  beforeEach(() => {
    queue.take();
  });

  const send = async (request: ApiRequest) => {
    const answer = await firm.send(definition, request);
    const isRevalidated = definition.response.hasEntityTag && answer.status < 400;
    expect(answer.headers).toMatchObject({
      ...COMMON_HEADERS,
      ...(isRevalidated && { "cache-control": "private, no-cache", etag: expect.stringMatching(/^W\/"/) }),
    });
    return answer;
  };

  /**
   * Returns a request that succeeds unless the changes prevent it. It names the same records each time, because
   * refusals leave them as they are.
   */
  const validRequest = async (changes: ApiRequest = {}): Promise<ApiRequest> => {
    keptParams ??= firm.paramsOf(definition);
    return { ...firm.requestOf(definition), params: await keptParams, ...changes };
  };

  const usualKey = () => {
    keptKey ??= firm.keyFor(definition);
    return keptKey;
  };

  /** Sends a request for new records, unless the changes name others. */
  const expectSuccess = async (changes: ApiRequest = {}) => {
    const params = changes.params ?? (await firm.paramsOf(definition));
    const answer = await send({ ...firm.requestOf(definition), ...changes, params });
    const { status } = definition.response;
    // A delivery that was rejected has an `error` of its own.
    expect([answer.status, (answer.status !== status && answer.body?.error) || null]).toEqual([status, null]);
    queue.take();
    return answer;
  };

  /** Expects refusals that store and send nothing. */
  const expectRefused = async (requests: readonly ApiRequest[], error: readonly unknown[]) => {
    const keyed = [];
    for (const request of requests) keyed.push({ ...request, key: request.key ?? (await usualKey()) });
    // The feed that a path names has sent its message.
    queue.take();
    const stored: string[] = [];
    const spy = interceptStoreCalls(async (call) => {
      const result = await call.send();
      if (!READS.includes(call.name)) stored.push(call.name);
      return result;
    });
    for (const request of keyed) expect(errorOf(await send(request))).toEqual(error);
    spy.mockRestore();
    expect([stored, queue.sent]).toEqual([[], []]);
  };

  return { firm: () => firm, send, validRequest, expectSuccess, expectRefused };
};
