import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import type { DynamoDbProxy } from "../dynamodb/dynamodb-proxy.ts";
import { isAllowed } from "../iam/iam-policy.ts";
import { requiredPermissions } from "../iam/required-permissions.ts";
import type { DeclaredFunction } from "../template/declared-stack.ts";
import { type AwsCall, AwsError, type AwsResponse, parseRestCall, parseTarget } from "./aws-call.ts";
import { readBytes } from "./read-bytes.ts";

/** @throws AwsError for a call that AWS would reject */
type HostedService = { call(call: AwsCall): object };

/** @throws AwsError for a call that AWS would reject */
type HostedRestService = { call(call: AwsCall): AwsResponse | Promise<AwsResponse> };

type AwsEndpointOptions = {
  readonly functions: readonly DeclaredFunction[];
  /** The table's partition key, to which `dynamodb:LeadingKeys` conditions refer. */
  readonly partitionKey: string;
  readonly dynamoDb: DynamoDbProxy;
  readonly events: HostedService;
  readonly sqs: HostedService;
  readonly lambda: HostedRestService;
  readonly s3: HostedRestService;
  readonly log: (line: string) => void;
  /** Called when a call is answered, whatever the answer. */
  readonly onAnswered: (call: AwsCall) => void;
};

/** Creates the listener of the endpoint that all functions' SDK clients call. */
export const createAwsListener = (options: AwsEndpointOptions) => {
  const { log, onAnswered } = options;
  const authorize = createAuthorizer(options);

  const handleCall = async (
    call: AwsCall,
    { headers }: IncomingMessage,
    body: Buffer,
  ): Promise<AwsResponse> => {
    authorize(call);
    const { service } = call;
    if (service === "dynamodb") return options.dynamoDb.call(headers, body);
    if (service === "lambda" || service === "s3") return options[service].call(call);
    return jsonResponse(200, options[service].call(call));
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = await readBytes(request);
    const call = readCall(request, bytes.toString());
    const result = await handleCall(call, request, bytes).catch((error: unknown) =>
      errorResponse(error, log),
    );
    sendResponse(response, result);
    onAnswered(call);
  };

  return (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) log(`aws  ${error}`);
      else sendResponse(response, errorResponse(error, log));
    });
  };
};

/** Enforces the role of a calling function; other callers may do anything. */
const createAuthorizer = ({ functions, partitionKey, log }: AwsEndpointOptions) => {
  const callers = new Map(functions.map((declared) => [declared.name, declared]));
  return (call: AwsCall) => {
    const caller = callers.get(call.accessKeyId);
    if (!caller) return;
    const denied = requiredPermissions(call, partitionKey).find(
      (permission) => !isAllowed(caller.statements, permission),
    );
    if (!denied) return;
    const denial = `${caller.label} is not authorized to perform ${denied.action} on ${denied.resource}`;
    log(denial);
    throw new AwsError("AccessDeniedException", `${denial}: no statement of its role allows it.`);
  };
};

/** @throws AwsError if the call is for a service that is not hosted */
const readCall = ({ method = "", url = "", headers }: IncomingMessage, body: string): AwsCall => {
  const target = headers["x-amz-target"];
  const parsed =
    target === undefined ? parseRestCall(method, url, body) : withJson(parseTarget(String(target)), body);
  if (!parsed)
    throw new AwsError(
      "UnknownOperationException",
      `The local service does not host ${target ?? `${method} ${url}`}.`,
    );
  const accessKeyId = /Credential=([^/]*)/.exec(headers.authorization ?? "")?.[1] ?? "";
  const traceHeader = headers["x-amzn-trace-id"];
  return {
    ...parsed,
    accessKeyId,
    traceHeader: traceHeader === undefined ? undefined : String(traceHeader),
  };
};

const withJson = <Parsed extends object>(parsed: Parsed | undefined, body: string) =>
  parsed && { ...parsed, request: JSON.parse(body) as unknown };

const jsonResponse = (status: number, body: object): AwsResponse => ({
  status,
  headers: { "content-type": "application/x-amz-json-1.0" },
  body: JSON.stringify(body),
});

const errorResponse = (error: unknown, log: (line: string) => void): AwsResponse => {
  if (error instanceof AwsError) return jsonResponse(400, { __type: error.code, message: error.message });
  if (error instanceof z.ZodError) {
    return jsonResponse(400, { __type: "ValidationException", message: z.prettifyError(error) });
  }
  log(`aws  ${error}`);
  return jsonResponse(500, { __type: "InternalServerError", message: String(error) });
};

const sendResponse = (response: ServerResponse, { status, headers, body }: AwsResponse) => {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
};
