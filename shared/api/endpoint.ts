import middy from "@middy/core";
import { runWithDeadline } from "../runtime/deadline.ts";
import type { Refs } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { selectApiVersion } from "./api-version.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";
import { errorEnvelope } from "./error-envelope.ts";
import type { HttpContext, HttpEvent, HttpMiddleware, HttpResult } from "./http-context.ts";
import { inInvocation } from "./in-invocation.ts";
import { authenticate } from "./keys/authenticate.ts";
import type { KeyIdentity } from "./keys/key-store.ts";
import { logRequest } from "./log-request.ts";
import type { Operation } from "./operation.ts";
import { type ProcedureRequest, procedureRequest, receiveRequest } from "./operation-request.ts";
import { readPayload } from "./payload.ts";
import { responseHeaders } from "./response-headers.ts";
import { runOperation } from "./run-operation.ts";

/** The response of one endpoint; `status` defaults to the definition's. */
export type EndpointResponse = {
  readonly body: unknown;
  readonly status?: number;
  /** Whether an earlier request with the same Idempotency-Key created the record. */
  readonly replayed?: boolean;
};

/** What the response takes once the deadline has passed. Lambda would end the function without a response of ours. */
const RESPONSE_MILLISECONDS = 1_000;

type Procedure<Definition extends EndpointDefinition> = (
  request: ProcedureRequest<Definition>,
) => Promise<EndpointResponse>;

/** The Lambda handler of an endpoint that reads, decides and writes. */
export const endpoint = <const Definition extends EndpointDefinition, const Records extends Refs>(
  operation: Operation<Definition, Records>,
  table: Table,
) =>
  endpointHandler(operation.definition, table, (event, context) =>
    answerOperation(operation, table, { event, context }),
  );

type Invocation = { readonly event: HttpEvent; readonly context: HttpContext };

/** The response of an operation to a request. */
export const answerOperation = async <Definition extends EndpointDefinition, Records extends Refs>(
  operation: Operation<Definition, Records>,
  table: Table,
  { event, context }: Invocation,
): Promise<EndpointResponse> => {
  const received = receiveRequest(operation.definition, event, context);
  return runOperation({ table, operation, ...received });
};

/** The Lambda handler of an endpoint that does more than read, decide and write once. */
export const procedureEndpoint = <const Definition extends EndpointDefinition>(
  definition: Definition,
  table: Table,
  procedure: Procedure<Definition>,
) =>
  endpointHandler(definition, table, (event, context) =>
    answerProcedure(definition, procedure, { event, context }),
  );

type ProcedureInvocation = Invocation & {
  /** Reads ahead for a key that the instance knows, while it is checked. A failure shows when the procedure reads. */
  readonly meanwhile?: (identity: KeyIdentity) => Promise<void>;
};

/** The response of a procedure to a request. It begins when the key has been checked. */
export const answerProcedure = async <const Definition extends EndpointDefinition>(
  definition: Definition,
  procedure: Procedure<Definition>,
  { event, context, meanwhile }: ProcedureInvocation,
): Promise<EndpointResponse> => {
  const { keyIdentity, confirmation } = context;
  const readAhead = keyIdentity && meanwhile?.(keyIdentity).catch(() => {});
  await Promise.all([confirmation, readAhead]);
  return procedure(procedureRequest(definition, event, context));
};

/**
 * The Lambda handler of one endpoint. A request that would outlast the function is answered 503 before, and waits for
 * nothing afterwards. Its own middlewares run before the key is checked, and complete its responses, errors included.
 */
export const endpointHandler = (
  definition: EndpointDefinition,
  table: Table,
  answer: (event: HttpEvent, context: HttpContext) => Promise<EndpointResponse>,
  ownMiddlewares: readonly HttpMiddleware[] = [],
) => {
  const respond = pipeline(definition, table, answer, ownMiddlewares);
  const handler = inInvocation(definition.name, (event, context) =>
    runWithDeadline(context.getRemainingTimeInMillis() - RESPONSE_MILLISECONDS, () =>
      respond(event, context),
    ),
  );
  return Object.assign(handler, { definition });
};

/**
 * Checks run in the contract's order: key, scope, rate limit and body size here, then the operation loads the resource
 * and only then validates the body.
 */
const pipeline = (
  definition: EndpointDefinition,
  table: Table,
  answer: (event: HttpEvent, context: HttpContext) => Promise<EndpointResponse>,
  ownMiddlewares: readonly HttpMiddleware[],
) =>
  middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 })
    .use([logRequest(), responseHeaders(), ...ownMiddlewares, errorEnvelope(definition)])
    .use(authenticate(definition, table))
    .use(readPayload())
    .use(selectApiVersion())
    .handler(async (event, context) => {
      const { body, status, replayed } = await answer(event, context);
      return {
        statusCode: status ?? definition.response.status,
        headers: { ...(replayed && { "idempotent-replayed": "true" }) },
        body: JSON.stringify(body),
      };
    });
