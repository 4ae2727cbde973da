import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FunctionError } from "../lambda/function-worker.ts";
import type { DeclaredRoute } from "../template/declared-stack.ts";
import { createGatewayEvent, type GatewayEvent, splitTarget } from "./gateway-event.ts";
import { errorResponse, type GatewayResponse, responseFromResult, sendResponse } from "./gateway-response.ts";
import { createRouteMatcher } from "./gateway-route.ts";

/** API Gateway's limit; the service's own is lower. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const TOO_LARGE = { code: "payload_too_large", message: "The body is larger than 10 MB." } as const;
const NO_ROUTE = { code: "not_found", message: "No such route." } as const;
const FAILED = { code: "internal_error", message: "Something went wrong on our side." } as const;
const UNAVAILABLE = { code: "unavailable", message: "The service did not answer in time." } as const;

type HttpGatewayOptions = {
  readonly routes: readonly DeclaredRoute[];
  readonly invoke: (functionName: string, event: GatewayEvent) => Promise<unknown>;
  readonly log: (line: string) => void;
  /** Headers of every error that the gateway itself returns. */
  readonly errorHeaders?: Readonly<Record<string, string>> | undefined;
};

/** Creates the HTTP API's listener: finds a request's route, invokes its function and sends the result. */
export const createHttpGateway = ({
  routes,
  invoke,
  log,
  errorHeaders: headers = {},
}: HttpGatewayOptions) => {
  const findRoute = createRouteMatcher(routes);

  const respond = async (request: IncomingMessage): Promise<GatewayResponse> => {
    const requestId = randomUUID();
    const body = await readBody(request);
    if (!body) return errorResponse(413, TOO_LARGE, { requestId, headers });
    const route = findRoute(request.method ?? "GET", splitTarget(request).encodedPath);
    if (!route) return errorResponse(404, NO_ROUTE, { requestId, headers });
    return invokeRoute(route, createGatewayEvent(request, body, { requestId, ...route }));
  };

  const invokeRoute = async ({ functionName }: DeclaredRoute, event: GatewayEvent) => {
    try {
      return responseFromResult(await invoke(functionName, event));
    } catch (error) {
      const { requestId } = event.requestContext;
      // the function pool logs a FunctionError itself
      if (!(error instanceof FunctionError)) log(`http  ${event.routeKey}  ${error}`);
      else if (error.kind === "timed out") return errorResponse(503, UNAVAILABLE, { requestId, headers });
      return errorResponse(500, FAILED, { requestId, headers });
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
