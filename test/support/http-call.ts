import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";
import type { HttpEvent, HttpResult } from "../../shared/http/http-context.ts";

type Handler = (event: HttpEvent, context: Context) => Promise<HttpResult>;

export type Call = {
  readonly key?: string;
  readonly headers?: Record<string, string>;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  /** JSON unless it is a string, which is sent as it is. */
  readonly body?: unknown;
  /** A body of any bytes, sent as the gateway sends what is not plainly text: base64-encoded. */
  readonly bytes?: Buffer;
};

/** An answer whose JSON is looked into freely: assertions are what check it. */
// biome-ignore lint/suspicious/noExplicitAny: what tests read of an answer is what they assert
export type Answer = { status: number; headers: Record<string, unknown>; body: any };

/** The event that API Gateway (payload 2.0) makes of such a request. */
export const httpEvent = ({ key, headers, params, query, body, bytes }: Call = {}): HttpEvent => ({
  version: "2.0",
  routeKey: "$default",
  rawPath: "/",
  rawQueryString: new URLSearchParams(query).toString(),
  headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
  pathParameters: params,
  queryStringParameters: query,
  requestContext: {
    accountId: "000000000000",
    apiId: "api",
    domainName: "localhost",
    domainPrefix: "localhost",
    http: { method: "GET", path: "/", protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "test" },
    requestId: randomUUID(),
    routeKey: "$default",
    stage: "$default",
    time: "",
    timeEpoch: Date.now(),
  },
  body: bytes ? bytes.toString("base64") : bodyText(body),
  isBase64Encoded: bytes !== undefined,
});

/** Calls a wrapped handler with the event of a request. */
export const call = async (handler: Handler, request: Call = {}): Promise<Answer> => {
  const result = await handler(httpEvent(request), lambdaContext());
  return {
    status: result.statusCode ?? 0,
    headers: result.headers ?? {},
    body: result.body ? JSON.parse(result.body) : undefined,
  };
};

const bodyText = (body: unknown) =>
  typeof body === "string" || body === undefined ? body : JSON.stringify(body);

export const lambdaContext = (): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: "test",
  functionVersion: "$LATEST",
  invokedFunctionArn: "arn:aws:lambda:us-east-1:000000000000:function:test",
  memoryLimitInMB: "512",
  awsRequestId: randomUUID(),
  logGroupName: "test",
  logStreamName: "test",
  getRemainingTimeInMillis: () => 15_000,
  done: () => {},
  fail: () => {},
  succeed: () => {},
});
