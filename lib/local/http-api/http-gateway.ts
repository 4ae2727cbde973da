import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { readBytes } from "../host/read-bytes.ts";
import { BundleError } from "../lambda/function-pool.ts";
import { FunctionError } from "../lambda/function-worker.ts";
import type { DeclaredRoute } from "../template/declared-stack.ts";
import { createGatewayEvent, splitTarget } from "./gateway-event.ts";
import { type GatewayResponse, gatewayError, responseFromResult, sendResponse } from "./gateway-response.ts";
import { createPathMask, createRouteMatcher } from "./gateway-route.ts";

/**
 * A request without the parts that a log must not have: query, body, and path segments other than words of routes and
 * ids.
 */
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
};

/** Creates the HTTP API's listener: finds a request's route, invokes its function and sends the result. */
export const createHttpGateway = ({ routes, invoke, log, onAnswered = () => {} }: HttpGatewayOptions) => {
  const findRoute = createRouteMatcher(routes);
  const maskPath = createPathMask(routes);

  const respond = async (request: IncomingMessage, requestId: string): Promise<GatewayResponse> => {
    const body = await readBytes(request);
    const route = findRoute(request.method ?? "GET", splitTarget(request).encodedPath);
    const event = createGatewayEvent(request, body, { requestId, ...route });
    try {
      return responseFromResult(await invoke(route.functionName, JSON.stringify(event)));
    } catch (error) {
      // the function pool logs a FunctionError itself
      if (!(error instanceof FunctionError)) log(`http  ${route.routeKey}  ${error}`);
      return failureResponse(error);
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

const failureResponse = (error: unknown) =>
  error instanceof BundleError ? gatewayError(503, error.message) : gatewayError(500);

/** A page in HTML, a calendar, or a secret as plain text. */
export type LocalPage =
  | { readonly html: string }
  | { readonly calendar: string }
  | { readonly secret: string };

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Answers GET requests for pages by path; the API never sees these. Pages may be added later. A secret exists only under
 * a name of this machine: a website could make its own name lead to this address and read the answer.
 */
export const withPages =
  (pages: ReadonlyMap<string, LocalPage>, serveApi: RequestListener): RequestListener =>
  (request, response) => {
    const page = request.method === "GET" ? pages.get(splitTarget(request).path) : undefined;
    if (page === undefined || !isVisible(page, request)) return serveApi(request, response);
    const [type, text] = contentOf(page);
    sendResponse(response, {
      status: 200,
      headers: { "content-type": `text/${type}; charset=utf-8`, "cache-control": "no-store" },
      body: Buffer.from(text),
    });
  };

const contentOf = (page: LocalPage): [type: string, text: string] => {
  if ("secret" in page) return ["plain", page.secret];
  return "html" in page ? ["html", page.html] : ["calendar", page.calendar];
};

const isVisible = (page: LocalPage, { headers }: IncomingMessage) =>
  !("secret" in page) || LOCAL_HOST.test(headers.host ?? "");

/** The listener of an API whose address is disabled. */
export const serveNobody: RequestListener = (_request, response) => sendResponse(response, gatewayError(404));
