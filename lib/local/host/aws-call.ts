import { REGION } from "../template/resource-names.ts";

/** Prefix of the `x-amz-target` header → our name of the service. */
const SERVICES = {
  DynamoDB_20120810: "dynamodb",
  DynamoDBStreams_20120810: "dynamodbstreams",
  AWSEvents: "events",
  AmazonSQS: "sqs",
} as const;

/** Those whose calls a method and path identify. */
export type RestService = "lambda" | "s3";

export type AwsService = (typeof SERVICES)[keyof typeof SERVICES] | RestService;

/** A call to AWS that the local endpoint received. */
export type AwsCall = {
  /** The calling function's name; any other value for the host itself, the operator or a tool. */
  readonly accessKeyId: string;
  readonly service: AwsService;
  readonly operation: string;
  readonly request: unknown;
  /** That of the calling invocation, with its lineage. */
  readonly traceHeader?: string | undefined;
};

export type AwsResponse = {
  readonly status: number;
  readonly headers?: object;
  readonly body: string | Buffer;
};

/** Settings of the host's own SDK clients, which no role restricts. */
export const HOST_CLIENT = {
  region: REGION,
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
} as const;

const isHosted = (prefix: string): prefix is keyof typeof SERVICES => Object.hasOwn(SERVICES, prefix);

/** `"DynamoDB_20120810.PutItem"` → service and operation; undefined for a service that is not hosted */
export const parseTarget = (target: string) => {
  const [prefix = "", operation = ""] = target.split(".");
  return isHosted(prefix) ? { service: SERVICES[prefix], operation } : undefined;
};

/** An error response of AWS. */
export class AwsError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
