import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { ACCOUNT_ID } from "../template/resource-names.ts";
import { decodeOrKeep } from "./gateway-route.ts";

/**
 * Content types whose bodies an HTTP API passes as text; it encodes all others in base64, forms and bodies without a
 * content type among them. AWS does not list them; this is what others saw it do.
 */
const TEXT_CONTENT_TYPE = /^(text\/[^;]+|application\/(json|xml|javascript))\s*(;|$)/i;

type MatchedRequest = {
  readonly requestId: string;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
};

export type GatewayEvent = ReturnType<typeof createGatewayEvent>;

/**
 * Converts a request to the event of API Gateway's payload format 2.0. Empty collections are undefined, hence
 * missing from the event.
 */
export const createGatewayEvent = (request: IncomingMessage, body: Buffer, matched: MatchedRequest) => {
  const { path, rawQueryString } = splitTarget(request);
  const { cookie, ...headers } = joinHeaders(request);
  return {
    version: "2.0",
    routeKey: matched.routeKey,
    rawPath: path,
    rawQueryString,
    cookies: cookie?.split(/; */),
    headers,
    queryStringParameters: undefinedIfEmpty(joinParameters(rawQueryString)),
    pathParameters: undefinedIfEmpty(matched.pathParameters),
    requestContext: createRequestContext(request, path, matched),
    ...encodeBody(body, headers["content-type"] ?? ""),
  };
};

/** API Gateway decodes the path but not the query string. */
export const splitTarget = ({ url = "/" }: IncomingMessage) => {
  const [, encodedPath = "/", rawQueryString = ""] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  return { encodedPath, path: decodeOrKeep(encodedPath), rawQueryString };
};

const createRequestContext = (
  request: IncomingMessage,
  path: string,
  { requestId, routeKey }: MatchedRequest,
) => {
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
const joinHeaders = (request: IncomingMessage): Record<string, string> => ({
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

const joinParameters = (rawQueryString: string) => {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    const list = values.get(name) ?? [];
    list.push(value);
    values.set(name, list);
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.join(",")]));
};

const undefinedIfEmpty = (record: Readonly<Record<string, string>>) =>
  Object.keys(record).length > 0 ? record : undefined;

const encodeBody = (body: Buffer, contentType: string) => {
  if (body.length === 0) return { isBase64Encoded: false };
  if (TEXT_CONTENT_TYPE.test(contentType) && isUtf8(body)) {
    return { body: body.toString("utf8"), isBase64Encoded: false };
  }
  return { body: body.toString("base64"), isBase64Encoded: true };
};
