import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { decodeOrKeep } from "./gateway-route.ts";

/**
 * Content types whose bodies an HTTP API passes as text. It encodes all others in base64, including forms and bodies
 * without a content type. AWS does not list them; the list follows observations by others.
 */
const TEXT_CONTENT_TYPE = /^(text\/[^;]+|application\/(json|xml|javascript))\s*(;|$)/i;

type MatchedRequest = {
  readonly requestId: string;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
};

export type GatewayEvent = ReturnType<typeof createGatewayEvent>;

/**
 * Converts a request to the event of API Gateway's payload format 2.0. Empty collections are undefined, so the event
 * lacks them.
 */
export const createGatewayEvent = (
  request: IncomingMessage,
  body: Buffer,
  { requestId, routeKey, pathParameters }: MatchedRequest,
) => {
  const { path, rawQueryString } = splitTarget(request);
  const { method = "GET" } = request;
  const headers = joinHeaders(request);
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString,
    headers,
    cookies: cookiesOf(request),
    queryStringParameters: undefinedIfEmpty(joinParameters(rawQueryString)),
    pathParameters: undefinedIfEmpty(pathParameters),
    requestContext: {
      http: { method, path, sourceIp: request.socket.remoteAddress ?? "" },
      requestId,
      routeKey,
      stage: "$default",
      timeEpoch: Date.now(),
    },
    ...encodeBody(body, headers["content-type"] ?? ""),
  };
};

/** Splits a target. API Gateway decodes the path but not the query string. */
export const splitTarget = ({ url = "/" }: IncomingMessage) => {
  const [, encodedPath = "/", rawQueryString = ""] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  return { encodedPath, path: decodeOrKeep(encodedPath), rawQueryString };
};

/** Joins repeated headers with commas. API Gateway passes cookies separately. */
const joinHeaders = ({ headersDistinct: { cookie: _, ...headers } }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name, values.join(",")]));

/** Returns each cookie as `name=value`; undefined for none. */
const cookiesOf = ({ headersDistinct: { cookie = [] } }: IncomingMessage): string[] | undefined => {
  const cookies = cookie
    .join(";")
    .split(";")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return cookies.length > 0 ? cookies : undefined;
};

const joinParameters = (rawQueryString: string) => {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(rawQueryString))
    joined.set(name, joined.has(name) ? `${joined.get(name)},${value}` : value);
  return Object.fromEntries(joined);
};

const undefinedIfEmpty = (record: Readonly<Record<string, string>>) =>
  Object.keys(record).length > 0 ? record : undefined;

const encodeBody = (body: Buffer, contentType: string) => {
  if (body.length === 0) return { isBase64Encoded: false };
  const isText = TEXT_CONTENT_TYPE.test(contentType) && isUtf8(body);
  return { body: body.toString(isText ? "utf8" : "base64"), isBase64Encoded: !isText };
};
