import middy from "@middy/core";
import type { Context } from "aws-lambda";
import { runUnconfirmed } from "../runtime/confirmation.ts";
import { runWithDeadline } from "../runtime/deadline.ts";
import type { Refs } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";
import { type EndpointRequest, endpointRequest } from "./endpoint-request.ts";
import { errorEnvelope } from "./error-envelope.ts";
import type { HttpContext, HttpEvent, HttpMiddleware, HttpResult } from "./http-context.ts";
import { inInvocation } from "./in-invocation.ts";
import { authenticate } from "./keys/authenticate.ts";
import { logRequest } from "./log-request.ts";
import type { Operation } from "./operation.ts";
import { receiveRequest } from "./operation-request.ts";
import { readPayload } from "./read-payload.ts";
import { responseHeaders } from "./response-headers.ts";
import { runOperation } from "./run-operation.ts";
import { selectApiVersion } from "./select-api-version.ts";

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
  request: EndpointRequest<Definition>,
) => Promise<EndpointResponse>;

/**
 * The Lambda handler of one endpoint. A request that would outlast the function is answered 503 before, and waits for
 * nothing afterwards. Its own middlewares run before the key is checked, and complete its responses, errors included.
 */
export const procedureEndpoint = <const Definition extends EndpointDefinition>(
  definition: Definition,
  table: Table,
  procedure: Procedure<Definition>,
  ownMiddlewares: readonly HttpMiddleware[] = [],
) => {
  const respond = respondWith(definition, table, ownMiddlewares, (event, context) =>
    answerConfirmed(context, async () => procedure(endpointRequest(definition, event, context))),
  );
  return described(definition, respond);
};

const described = (
  definition: EndpointDefinition,
  respond: (event: HttpEvent, context: Context) => Promise<HttpResult>,
) => {
  const handler = inInvocation(definition.name, (event, context) =>
    runWithDeadline(context.getRemainingTimeInMillis() - RESPONSE_MILLISECONDS, () =>
      respond(event, context),
    ),
  );
  return Object.assign(handler, { definition });
};

/** The Lambda handler of an endpoint that reads, decides and writes. */
export const endpoint = <const Definition extends EndpointDefinition, const Records extends Refs>(
  operation: Operation<Definition, Records>,
  table: Table,
) => {
  const { definition } = operation;
  const respond = respondWith(definition, table, [], async (event, context) => {
    const { body, replayed } = await runOperation({
      table,
      operation,
      ...receiveRequest(definition, event, context),
    });
    return { body, replayed };
  });
  return described(definition, respond);
};

/**
 * Checks run in the contract's order: key, scope, rate limit and body size here, then the operation loads the resource
 * and only then validates the body.
 */
const respondWith = (
  definition: EndpointDefinition,
  table: Table,
  ownMiddlewares: readonly HttpMiddleware[],
  answer: (event: HttpEvent, context: HttpContext) => Promise<EndpointResponse>,
) =>
  middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 })
    .use([logRequest(), responseHeaders(), ...ownMiddlewares, errorEnvelope(definition)])
    .use(authenticate(definition, table))
    .use(readPayload())
    .use(selectApiVersion(definition))
    .handler(async (event, context) => {
      const { body, status, replayed } = await answer(event, context);
      return {
        statusCode: status ?? definition.response.status,
        headers: { ...(replayed && { "idempotent-replayed": "true" }) },
        body: JSON.stringify(body),
      };
    });

/** Begins while the key is still being checked. Whether it may make the request is decided before anything else. */
const answerConfirmed = async <Value>(
  { confirmation = Promise.resolve() }: { readonly confirmation?: Promise<unknown> },
  answer: () => Promise<Value>,
): Promise<Value> => {
  const answered = runUnconfirmed(confirmation, answer);
  answered.catch(() => {});
  await confirmation;
  return answered;
};
