import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { isAllowed } from "../iam/iam-policy.ts";
import { requiredPermissions } from "../iam/required-permissions.ts";
import type { DeclaredFunction } from "../template/declared-stack.ts";
import { type AwsCall, AwsError, type AwsResponse, parseRestCall, parseTarget } from "./aws-call.ts";
import { readBytes } from "./read-bytes.ts";

type AwsEndpointOptions = {
  readonly functions: readonly DeclaredFunction[];
  /** The table's partition key, to which `dynamodb:LeadingKeys` conditions refer. */
  readonly partitionKey: string;
  /** Services throw an AwsError for a call that AWS would reject. */
  readonly services: Record<AwsCall["service"], (call: AwsCall) => AwsResponse | Promise<AwsResponse>>;
  readonly log: (line: string) => void;
  /** Called after every answer, errors included. */
  readonly onAnswered: (call: AwsCall) => void;
};

/** Creates the listener of the endpoint that all functions' SDK clients call. */
export const createAwsListener = (options: AwsEndpointOptions) => {
  const { services, log, onAnswered } = options;
  const authorize = createAuthorizer(options);

  const answer = async (call: AwsCall): Promise<AwsResponse> => {
    authorize(call);
    return services[call.service](call);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const call = readCall(request, await readBytes(request));
    sendResponse(response, await answer(call).catch((error: unknown) => errorResponse(error, log)));
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
const readCall = ({ method = "", url = "", headers }: IncomingMessage, body: Buffer): AwsCall => {
  const target = headers["x-amz-target"];
  const parsed =
    target === undefined
      ? parseRestCall(method, url, body.toString())
      : parseTarget(String(target), body.toString());
  if (!parsed)
    throw new AwsError(
      "UnknownOperationException",
      `The local service does not host ${target ?? `${method} ${url}`}.`,
    );
  const accessKeyId = /Credential=([^/]*)/.exec(headers.authorization ?? "")?.[1] ?? "";
  return { ...parsed, accessKeyId, headers, body };
};

const errorResponse = (error: unknown, log: (line: string) => void): AwsResponse => {
  const rejection = (code: string, message: string) => ({ status: 400, body: { __type: code, message } });
  if (error instanceof AwsError) return rejection(error.code, error.message);
  if (error instanceof z.ZodError) return rejection("ValidationException", z.prettifyError(error));
  log(`aws  ${error}`);
  return { status: 500, body: { __type: "InternalServerError", message: String(error) } };
};

const sendResponse = (response: ServerResponse, { status = 200, headers, body }: AwsResponse) => {
  const bytes = typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(bytes) }).end(bytes);
};
