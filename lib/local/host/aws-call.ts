import type { IncomingHttpHeaders } from "node:http";
import { REGION } from "../template/resource-names.ts";

/** Prefix of the `x-amz-target` header → our name of the service. */
const SERVICES = {
  DynamoDB_20120810: "dynamodb",
  AWSEvents: "events",
  AmazonSQS: "sqs",
} as const;

/** A call to AWS that the local endpoint received. */
export type AwsCall = {
  /** The calling function's name; any other value for the host itself, the operator or a tool. */
  readonly accessKeyId: string;
  readonly service: (typeof SERVICES)[keyof typeof SERVICES] | "lambda" | "s3";
  readonly operation: string;
  /** The body. For a REST protocol, the parameters of the path and the body as text. */
  readonly request: unknown;
  /** The headers as sent, for services that forward the call. */
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type AwsResponse = {
  readonly status?: number;
  readonly headers?: object;
  /** An object becomes JSON. */
  readonly body: string | Buffer | object;
};

/** Settings of the host's own SDK clients, which no role restricts. */
export const HOST_CLIENT = {
  region: REGION,
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
} as const;

const isHosted = (prefix: string): prefix is keyof typeof SERVICES => Object.hasOwn(SERVICES, prefix);

/** Parses `"DynamoDB_20120810.PutItem"` and a body into service, operation and request; undefined for other services. */
export const parseTarget = (target: string, body: string) => {
  const [prefix = "", operation = ""] = target.split(".");
  if (!isHosted(prefix)) return undefined;
  const request: unknown = JSON.parse(body);
  return { service: SERVICES[prefix], operation, request };
};

/** Method, path with parameters as named groups, service and operation of the calls without `x-amz-target`. */
const ROUTES = [
  ["POST", /^\/2015-03-31\/functions\/(?<FunctionName>[^/]+)\/invocations$/, "lambda", "Invoke"],
  ["GET", /^\/2015-03-31\/event-source-mappings\/(?<UUID>[^/]+)$/, "lambda", "GetEventSourceMapping"],
  ["GET", /^\/(?<Bucket>[^/]+)\/?$/, "s3", "ListObjectsV2"],
  ["GET", /^\/(?<Bucket>[^/]+)\/(?<Key>.+)$/, "s3", "GetObject"],
  ["PUT", /^\/(?<Bucket>[^/]+)\/(?<Key>.+)$/, "s3", "PutObject"],
  ["DELETE", /^\/(?<Bucket>[^/]+)\/(?<Key>.+)$/, "s3", "DeleteObject"],
] as const;

/** Returns the call of a REST protocol; its request has the path's parameters and the `body`. Undefined if not hosted. */
export const parseRestCall = (method: string, address: string, body: string) => {
  const { pathname } = new URL(address, "http://localhost");
  for (const [ofMethod, path, service, operation] of ROUTES) {
    const match = ofMethod === method ? path.exec(decodeURIComponent(pathname)) : null;
    if (match) return { service, operation, request: { ...match.groups, body } };
  }
  return undefined;
};

/** An error response of AWS. */
export class AwsError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
