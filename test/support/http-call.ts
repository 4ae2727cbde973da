import { randomUUID } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { Context } from "aws-lambda";
import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";
import type { HttpEvent, HttpResult } from "../../shared/api/http-types.ts";
import { undocumentedPart } from "./documented-response.ts";

type Handler = ((event: HttpEvent, context: Context) => Promise<HttpResult>) & {
  readonly definition?: EndpointDefinition;
};

export type ApiRequest = {
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** As API Gateway passes them: `name=value`. */
  readonly cookies?: string[];
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  /** A binary body, base64-encoded as API Gateway does. */
  readonly bytes?: Buffer;
};

/** A response with its body parsed from JSON, or as text. */
export type ApiResponse = {
  status: number;
  headers: Record<string, unknown>;
  /** The values of `Set-Cookie`. */
  cookies?: string[];
  body: ReturnType<typeof JSON.parse>;
};

/** Returns the HTTP API event (payload format 2.0) of a request. */
export const httpEvent = ({
  method = "GET",
  key,
  headers,
  cookies,
  params,
  query,
  body,
  bytes,
}: ApiRequest = {}): HttpEvent => ({
  version: "2.0",
  routeKey: "$default",
  rawPath: "/",
  rawQueryString: new URLSearchParams(query).toString(),
  headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
  ...(cookies && { cookies }),
  pathParameters: params,
  queryStringParameters: query,
  requestContext: {
    accountId: "000000000000",
    apiId: "api",
    domainName: "localhost",
    domainPrefix: "localhost",
    http: { method, path: "/", protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "test" },
    requestId: randomUUID(),
    routeKey: "$default",
    stage: "$default",
    time: "",
    timeEpoch: Date.now(),
  },
  body: bytes ? bytes.toString("base64") : bodyText(body),
  isBase64Encoded: bytes !== undefined,
});

/** Invokes a Lambda handler with the HTTP API event of the request. */
export const call = async (
  handler: Handler,
  request: ApiRequest = {},
  context: Partial<Context> = {},
): Promise<ApiResponse> => {
  const result = await handler(httpEvent(request), { ...lambdaContext(), ...context });
  const response: ApiResponse = {
    status: result.statusCode ?? 0,
    headers: result.headers ?? {},
    ...(result.cookies && { cookies: result.cookies }),
    body: result.body ? parsedBody(result.headers?.["content-type"], decodedBody(result)) : undefined,
  };
  expectDocumented(handler, request, response);
  return response;
};

/**
 * Returns the body of a response.
 * @throws Error unless the status is this one
 */
export const bodyOf = ({ status, body }: ApiResponse, expected: number): ApiResponse["body"] => {
  if (status !== expected) throw new Error(`The answer is ${status}: ${JSON.stringify(body)}`);
  return body;
};

/** Returns the text of a body. The service compresses it only if the request accepts that. */
const decodedBody = ({ body = "", isBase64Encoded }: HttpResult) =>
  isBase64Encoded ? gunzipSync(Buffer.from(body, "base64")).toString() : body;

const parsedBody = (contentType: unknown, body: string) =>
  String(contentType).startsWith("text/") ? body : JSON.parse(body);

/** Expects the OpenAPI document to have the response, for every response of every test. */
const expectDocumented = (handler: Handler, { method }: ApiRequest, response: ApiResponse) => {
  if (handler.definition === undefined || method === "OPTIONS") return;
  const problem = undocumentedPart(handler.definition, response);
  if (problem !== null)
    throw new Error(`The response ${response.status} of ${handler.definition.name} ${problem}.`);
};

const bodyText = (body: unknown) =>
  typeof body === "string" || body === undefined ? body : JSON.stringify(body);

/** The context of an invocation with half a second left for retries of a conflicting write. */
export const ALMOST_OVER = { getRemainingTimeInMillis: () => 5_500 };

export const lambdaContext = (): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: "test",
  functionVersion: "$LATEST",
  invokedFunctionArn: "arn:aws:lambda:us-east-1:000000000000:function:test",
  memoryLimitInMB: "512",
  awsRequestId: randomUUID(),
  logGroupName: "test",
  logStreamName: "test",
  // Longer than a function lives, because many concurrent requests of a test share one process.
  getRemainingTimeInMillis: () => 150_000,
  done: () => {},
  fail: () => {},
  succeed: () => {},
});
