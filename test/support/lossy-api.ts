import { once } from "node:events";
import http, { type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach } from "@jest/globals";
import type { IntakeClientOptions } from "../../client/src/client-options.ts";
import { createIntakeClient } from "../../client/src/intake-client.ts";
import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../shared/endpoints.ts";
import { handlerOf } from "./endpoints.ts";
import { type ApiRequest, call } from "./http-call.ts";

const pathPattern = ({ path }: EndpointDefinition) =>
  new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);

const ROUTES = ENDPOINTS.map((definition) => ({ definition, pattern: pathPattern(definition) }));

type Sent = { readonly definition: EndpointDefinition; readonly request: ApiRequest };

const parseRequest = (message: IncomingMessage, body: string): Sent => {
  const { method = "", headers, url } = message;
  const { pathname, searchParams } = new URL(url ?? "", "http://localhost");
  for (const { definition, pattern } of ROUTES) {
    const params = definition.method === method ? pattern.exec(pathname) : null;
    if (params === null) continue;
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const query = Object.fromEntries(searchParams);
    const request = { method, headers: texts, params: { ...params.groups }, query, body: body || undefined };
    return { definition, request };
  }
  throw new Error(`No endpoint ${method} ${pathname}.`);
};

/**
 * Starts the functions behind a real HTTP server that drops answers after the work is done, like a broken connection.
 * Call `useTable` first.
 */
export const useLossyApi = () => {
  const received: string[] = [];
  let losses: readonly string[] = [];
  let afterLoss = async () => {};

  const handle = async (message: IncomingMessage, response: http.ServerResponse) => {
    const { definition, request } = parseRequest(message, (await buffer(message)).toString());
    received.push(definition.name);
    const { status, body } = await call(await handlerOf(definition), request);
    if (losses[0] === definition.name) {
      losses = losses.slice(1);
      await afterLoss();
      response.destroy();
    } else {
      const text = body === undefined ? "" : JSON.stringify(body);
      response.writeHead(status, { "content-type": "application/json" }).end(text);
    }
  };
  const server = http.createServer((message, response) => {
    handle(message, response).catch((error: Error) => response.writeHead(500).end(error.stack));
  });

  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
  });
  beforeEach(() => {
    received.length = 0;
    losses = [];
    afterLoss = async () => {};
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  return {
    /** The endpoints called since the test began. */
    received,
    client: (apiKey: string, options: Partial<Omit<IntakeClientOptions, "apiKey" | "session">> = {}) =>
      createIntakeClient({
        baseUrl: `http://127.0.0.1:${Object(server.address()).port}`,
        apiKey,
        ...options,
      }),
    /** Drops the next answers of these endpoints, in this order. `then` runs before the caller learns of each loss. */
    lose: (names: readonly string[], then = async () => {}) => {
      received.length = 0;
      losses = names;
      afterLoss = then;
    },
  };
};
