import type { IncomingMessage } from "node:http";
import { ACCOUNT_ID } from "../template/resource-names.ts";
import { decode } from "./gateway-route.ts";

/** Bodies that API Gateway hands over as text; all others arrive in base64. */
const TEXT = /^(text\/|application\/([\w.-]+\+)?(json|xml|javascript)\b)/i;

type Routed = {
  readonly requestId: string;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
};

export type GatewayEvent = ReturnType<typeof gatewayEvent>;

/**
 * The request as API Gateway's HTTP API tells a function of it: payload format 2.0. What would be empty is
 * undefined, hence missing from the event.
 */
export const gatewayEvent = (request: IncomingMessage, body: Buffer, routed: Routed) => {
  const { path, rawQueryString } = splitTarget(request);
  const { cookie, ...headers } = joinedHeaders(request);
  return {
    version: "2.0",
    routeKey: routed.routeKey,
    rawPath: path,
    rawQueryString,
    cookies: cookie?.split(/; */),
    headers,
    queryStringParameters: unlessEmpty(joinedParameters(rawQueryString)),
    pathParameters: unlessEmpty(routed.pathParameters),
    requestContext: requestContext(request, path, routed),
    ...eventBody(body, headers["content-type"] ?? ""),
  };
};

/** API Gateway decodes the path, and leaves the query as it was sent. */
export const splitTarget = ({ url = "/" }: IncomingMessage) => {
  const [, encodedPath = "/", rawQueryString = ""] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  return { encodedPath, path: decode(encodedPath), rawQueryString };
};

const requestContext = (request: IncomingMessage, path: string, { requestId, routeKey }: Routed) => {
  const now = new Date();
  const { host = "localhost", "user-agent": userAgent = "" } = request.headers;
  return {
    accountId: ACCOUNT_ID,
    apiId: "local",
    domainName: host,
    domainPrefix: "local",
    http: {
      method: request.method ?? "GET",
      path,
      protocol: `HTTP/${request.httpVersion}`,
      sourceIp: request.socket.remoteAddress ?? "",
      userAgent,
    },
    requestId,
    routeKey,
    stage: "$default",
    time: now.toUTCString(),
    timeEpoch: now.getTime(),
  };
};

/** Repeated headers and parameters become one value with commas. */
const joinedHeaders = (request: IncomingMessage): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values = []]) => [
      name,
      values.join(name === "cookie" ? "; " : ","),
    ]),
  ),
  "x-forwarded-for": request.socket.remoteAddress ?? "",
  "x-forwarded-port": String(request.socket.localPort),
  "x-forwarded-proto": "http",
});

const joinedParameters = (rawQueryString: string) => {
  const parameters = new URLSearchParams(rawQueryString);
  return Object.fromEntries([...parameters.keys()].map((name) => [name, parameters.getAll(name).join(",")]));
};

const unlessEmpty = (record: Readonly<Record<string, string>>) =>
  Object.keys(record).length > 0 ? record : undefined;

const eventBody = (body: Buffer, contentType: string) => {
  if (body.length === 0) return { isBase64Encoded: false };
  if (TEXT.test(contentType)) return { body: body.toString("utf8"), isBase64Encoded: false };
  return { body: body.toString("base64"), isBase64Encoded: true };
};
