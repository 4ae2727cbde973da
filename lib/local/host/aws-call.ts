/** A service's target prefix in the `x-amz-target` header, and what we call it. */
const SERVICES = {
  DynamoDB_20120810: "dynamodb",
  DynamoDBStreams_20120810: "dynamodbstreams",
  AWSEvents: "events",
  AmazonSQS: "sqs",
} as const;

export type AwsService = (typeof SERVICES)[keyof typeof SERVICES];

/** One call to AWS, as it arrives at the local endpoint. */
export type AwsCall = {
  /** A function's name; anything else is the host itself, the operator or a tool. */
  readonly accessKeyId: string;
  readonly service: AwsService;
  readonly operation: string;
  readonly request: unknown;
};

const isHosted = (prefix: string): prefix is keyof typeof SERVICES => Object.hasOwn(SERVICES, prefix);

/** `"DynamoDB_20120810.PutItem"` → service and operation; undefined for a service that is not hosted */
export const parseTarget = (target: string) => {
  const [prefix = "", operation = ""] = target.split(".");
  return isHosted(prefix) ? { service: SERVICES[prefix], operation } : undefined;
};

/** An error that AWS would answer with. */
export class AwsError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
