import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import * as z from "zod";
import type { DynamoDbProxy } from "../dynamodb/dynamodb-proxy.ts";
import { isAllowed } from "../iam/iam-policy.ts";
import { neededPermissions } from "../iam/needed-permissions.ts";
import type { DeclaredFunction } from "../template/declared-stack.ts";
import { type AwsCall, AwsError, parseTarget } from "./aws-call.ts";

/** A call with its answer; refusals are answers too. */
export type AnsweredCall = AwsCall & { readonly status: number; readonly response: unknown };

/** @throws AwsError for a call that AWS would refuse */
type HostedService = { call(operation: string, request: unknown): object };

type AwsEndpointOptions = {
  readonly functions: readonly DeclaredFunction[];
  /** The table's, which conditions on leading keys are about. */
  readonly partitionKey: string;
  readonly dynamoDb: DynamoDbProxy;
  readonly events: HostedService;
  readonly sqs: HostedService;
  readonly log: (line: string) => void;
  readonly onCall: (call: AnsweredCall) => void;
  /** Has DynamoDB report the capacity of each call, for the listener to read. */
  readonly reportCapacity: boolean;
};

type Answer = { readonly status: number; readonly headers?: object; readonly body: string };

const CAPACITY_REPORTING = /Item|Query|Scan/;

/** The one endpoint that the SDK clients of all functions are pointed at. */
export const awsEndpoint = (options: AwsEndpointOptions) => {
  const { dynamoDb, log, onCall } = options;
  const authorize = authorizer(options);

  const answerCall = async (call: AwsCall, request: IncomingMessage): Promise<Answer> => {
    authorize(call);
    if (call.service === "events" || call.service === "sqs") {
      return json(200, options[call.service].call(call.operation, call.request));
    }
    const reportsCapacity = options.reportCapacity && CAPACITY_REPORTING.test(call.operation);
    const body = reportsCapacity
      ? { ...Object(call.request), ReturnConsumedCapacity: "INDEXES" }
      : call.request;
    return dynamoDb.call(request.headers, JSON.stringify(body));
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await readCall(request);
    const answer = await answerCall(call, request).catch((error: unknown) => errorAnswer(error, log));
    send(response, answer);
    onCall({
      ...call,
      status: answer.status,
      get response() {
        return JSON.parse(answer.body);
      },
    });
  };

  return (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) log(`aws  ${error}`);
      else send(response, errorAnswer(error, log));
    });
  };
};

/** Lets a function call what its role allows, and everybody else whatever they like. */
const authorizer = ({ functions, partitionKey, log }: AwsEndpointOptions) => {
  const callers = new Map(functions.map((declared) => [declared.name, declared]));
  return (call: AwsCall) => {
    const caller = callers.get(call.accessKeyId);
    if (!caller) return;
    const denied = neededPermissions(call, partitionKey).find(
      (permission) => !isAllowed(caller.statements, permission),
    );
    if (!denied) return;
    const refusal = `${caller.label} is not authorized to perform ${denied.action} on ${denied.resource}`;
    log(refusal);
    throw new AwsError("AccessDeniedException", `${refusal}: no statement of its role allows it.`);
  };
};

/** @throws AwsError if the call is for a service that is not hosted */
const readCall = async (request: IncomingMessage): Promise<AwsCall> => {
  const target = String(request.headers["x-amz-target"]);
  const parsed = parseTarget(target);
  if (!parsed) throw new AwsError("UnknownOperationException", `The local service does not host ${target}.`);
  const accessKeyId = /Credential=([^/]*)/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  return { ...parsed, accessKeyId, request: JSON.parse(await text(request)) };
};

const json = (status: number, body: object): Answer => ({
  status,
  headers: { "content-type": "application/x-amz-json-1.0" },
  body: JSON.stringify(body),
});

const errorAnswer = (error: unknown, log: (line: string) => void): Answer => {
  if (error instanceof AwsError) return json(400, { __type: error.code, message: error.message });
  if (error instanceof z.ZodError) {
    return json(400, { __type: "ValidationException", message: z.prettifyError(error) });
  }
  log(`aws  ${error}`);
  return json(500, { __type: "InternalServerError", message: String(error) });
};

const send = (response: ServerResponse, { status, headers, body }: Answer) => {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
};
