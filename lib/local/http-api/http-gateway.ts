import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { readBytes } from "../host/read-bytes.ts";
import { FunctionError } from "../lambda/function-worker.ts";
import type { DeclaredRoute } from "../template/declared-stack.ts";
import { createGatewayEvent, splitTarget } from "./gateway-event.ts";
import { type GatewayResponse, gatewayError, responseFromResult, sendResponse } from "./gateway-response.ts";
import { createPathMask, createRouteMatcher } from "./gateway-route.ts";

/** API Gateway's limit; the service's own is lower. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Lambda's limit; a body in base64 counts with a third more bytes. */
const MAX_EVENT_BYTES = 6 * 1024 * 1024;

/** The longest that API Gateway waits for a function, which goes on nevertheless. */
const INTEGRATION_TIMEOUT_MILLISECONDS = 30_000;

/** A request without what must not be in a log: no query, no body, of the path only words of routes and ids. */
export type AnsweredRequest = {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
};

type HttpGatewayOptions = {
  readonly routes: readonly DeclaredRoute[];
  readonly invoke: (functionName: string, payload: string) => Promise<unknown>;
  readonly log: (line: string) => void;
  readonly onAnswered?: ((request: AnsweredRequest) => void) | undefined;
  readonly integrationTimeoutMilliseconds?: number;
};

/** Creates the HTTP API's listener: finds a request's route, invokes its function and sends the result. */
export const createHttpGateway = ({
  routes,
  invoke,
  log,
  onAnswered = () => {},
  integrationTimeoutMilliseconds = INTEGRATION_TIMEOUT_MILLISECONDS,
}: HttpGatewayOptions) => {
  const findRoute = createRouteMatcher(routes);
  const maskPath = createPathMask(routes);

  const respond = async (request: IncomingMessage, requestId: string): Promise<GatewayResponse> => {
    const { bytes, isTooLong } = await readBytes(request, MAX_BODY_BYTES);
    if (isTooLong) return gatewayError(413);
    const route = findRoute(request.method ?? "GET", splitTarget(request).encodedPath);
    if (!route) return gatewayError(404);
    const event = createGatewayEvent(request, bytes, { requestId, ...route });
    const payload = JSON.stringify(event);
    if (Buffer.byteLength(payload) > MAX_EVENT_BYTES) return gatewayError(413);
    return respondInTime(invokeRoute(route, payload), route);
  };

  const respondInTime = async (response: Promise<GatewayResponse>, { routeKey }: DeclaredRoute) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, integrationTimeoutMilliseconds);
    });
    const inTime = await Promise.race([response, late]);
    clearTimeout(timer);
    if (!inTime) log(`http  ${routeKey}  no response after ${integrationTimeoutMilliseconds} ms`);
    return inTime ?? gatewayError(503);
  };

  const invokeRoute = async ({ functionName, routeKey }: DeclaredRoute, payload: string) => {
    try {
      return responseFromResult(await invoke(functionName, payload));
    } catch (error) {
      // the function pool logs a FunctionError itself
      if (!(error instanceof FunctionError)) log(`http  ${routeKey}  ${error}`);
      return gatewayError(500);
    }
  };

  return (request: IncomingMessage, response: ServerResponse) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    respond(request, requestId).then(
      (result) => {
        sendResponse(response, result);
        onAnswered({
          requestId,
          method: request.method ?? "",
          path: maskPath(splitTarget(request).encodedPath),
          status: result.status,
          milliseconds: Math.round(performance.now() - startedAt),
        });
      },
      // the client disconnected before the request was complete
      () => response.destroy(),
    );
  };
};

/** Answers GET of a page by its path, which the API never sees; pages may be added later. */
export const withPages =
  (pages: ReadonlyMap<string, string>, serveApi: RequestListener): RequestListener =>
  (request, response) => {
    const page = request.method === "GET" ? pages.get(splitTarget(request).path) : undefined;
    if (page === undefined) return serveApi(request, response);
    sendResponse(response, {
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: Buffer.from(page),
    });
  };
