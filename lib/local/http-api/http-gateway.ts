import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { FunctionError } from "../lambda/function-worker.ts";
import type { DeclaredRoute } from "../template/declared-stack.ts";
import { answerOf, type GatewayAnswer, refusal, sendAnswer } from "./gateway-answer.ts";
import { type GatewayEvent, gatewayEvent, splitTarget } from "./gateway-event.ts";
import { routeMatcher } from "./gateway-route.ts";

/** API Gateway's own limit, above the service's. */
const BODY_BYTES_MAXIMUM = 10 * 1024 * 1024;

const TOO_LARGE = { code: "payload_too_large", message: "The body is larger than 10 MB." } as const;
const NO_ROUTE = { code: "not_found", message: "No such route." } as const;
const FAILED = { code: "internal_error", message: "Something went wrong on our side." } as const;
const UNAVAILABLE = { code: "unavailable", message: "The service did not answer in time." } as const;

type HttpGatewayOptions = {
  readonly routes: readonly DeclaredRoute[];
  readonly invoke: (functionName: string, event: GatewayEvent) => Promise<unknown>;
  readonly log: (line: string) => void;
};

/** The HTTP API: finds a request's route, invokes its function and answers with what that returns. */
export const httpGateway = ({ routes, invoke, log }: HttpGatewayOptions) => {
  const match = routeMatcher(routes);

  const answer = async (request: IncomingMessage): Promise<GatewayAnswer> => {
    const requestId = randomUUID();
    const body = await readBody(request);
    if (!body) return refusal(413, TOO_LARGE, requestId);
    const found = match(request.method ?? "GET", splitTarget(request).encodedPath);
    if (!found) return refusal(404, NO_ROUTE, requestId);
    return invokeRoute(found, gatewayEvent(request, body, { requestId, ...found }));
  };

  const invokeRoute = async ({ functionName }: DeclaredRoute, event: GatewayEvent) => {
    try {
      return answerOf(await invoke(functionName, event));
    } catch (error) {
      const { requestId } = event.requestContext;
      // the function's own log tells of its failures
      if (!(error instanceof FunctionError)) log(`http  ${event.routeKey}  ${error}`);
      else if (error.kind === "timed out") return refusal(503, UNAVAILABLE, requestId);
      return refusal(500, FAILED, requestId);
    }
  };

  return (request: IncomingMessage, response: ServerResponse) => {
    answer(request).then(
      (answered) => sendAnswer(response, answered),
      // the caller went away before the request was complete
      () => response.destroy(),
    );
  };
};

/** @returns undefined for a body over the limit, of which no more is kept */
const readBody = async (request: IncomingMessage) => {
  if (Number(request.headers["content-length"] ?? 0) > BODY_BYTES_MAXIMUM) {
    request.resume();
    return undefined;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= BODY_BYTES_MAXIMUM) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > BODY_BYTES_MAXIMUM ? undefined : Buffer.concat(chunks);
};
