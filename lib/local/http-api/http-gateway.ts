import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { FunctionError } from "../lambda/function-worker.ts";
import type { DeclaredRoute } from "../template/declared-stack.ts";
import { createGatewayEvent, type GatewayEvent, splitTarget } from "./gateway-event.ts";
import { type GatewayResponse, gatewayError, responseFromResult, sendResponse } from "./gateway-response.ts";
import { createRouteMatcher } from "./gateway-route.ts";

/** API Gateway's limit; the service's own is lower. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Lambda's limit; a body in base64 counts with a third more bytes. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** The longest that API Gateway waits for a function, which goes on nevertheless. */
const INTEGRATION_TIMEOUT_MILLISECONDS = 30_000;

type HttpGatewayOptions = {
  readonly routes: readonly DeclaredRoute[];
  readonly invoke: (functionName: string, event: GatewayEvent) => Promise<unknown>;
  readonly log: (line: string) => void;
  readonly integrationTimeoutMilliseconds?: number;
};

/** Creates the HTTP API's listener: finds a request's route, invokes its function and sends the result. */
export const createHttpGateway = ({
  routes,
  invoke,
  log,
  integrationTimeoutMilliseconds = INTEGRATION_TIMEOUT_MILLISECONDS,
}: HttpGatewayOptions) => {
  const findRoute = createRouteMatcher(routes);

  const respond = async (request: IncomingMessage): Promise<GatewayResponse> => {
    const body = await readBody(request);
    if (!body) return gatewayError(413);
    const route = findRoute(request.method ?? "GET", splitTarget(request).encodedPath);
    if (!route) return gatewayError(404);
    const event = createGatewayEvent(request, body, { requestId: randomUUID(), ...route });
    if (Buffer.byteLength(JSON.stringify(event)) > MAX_EVENT_BYTES) return gatewayError(413);
    return respondInTime(invokeRoute(route, event), event);
  };

  const respondInTime = async (response: Promise<GatewayResponse>, { routeKey }: GatewayEvent) => {
    const timer = new AbortController();
    const late = sleep(integrationTimeoutMilliseconds, undefined, { signal: timer.signal });
    const inTime = await Promise.race([response, late]);
    timer.abort();
    if (!inTime) log(`http  ${routeKey}  no response after ${integrationTimeoutMilliseconds} ms`);
    return inTime ?? gatewayError(503);
  };

  const invokeRoute = async ({ functionName }: DeclaredRoute, event: GatewayEvent) => {
    try {
      return responseFromResult(await invoke(functionName, event));
    } catch (error) {
      // the function pool logs a FunctionError itself
      if (!(error instanceof FunctionError)) log(`http  ${event.routeKey}  ${error}`);
      return gatewayError(500);
    }
  };

  return (request: IncomingMessage, response: ServerResponse) => {
    respond(request).then(
      (result) => sendResponse(response, result),
      // the client disconnected before the request was complete
      () => response.destroy(),
    );
  };
};

/** @returns undefined for a body over the limit, which is discarded */
const readBody = async (request: IncomingMessage) => {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
    request.resume();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
};
