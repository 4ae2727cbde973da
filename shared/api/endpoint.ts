import middy from "@middy/core";
import { runUnconfirmed } from "../runtime/confirmation.ts";
import { runWithDeadline } from "../runtime/deadline.ts";
import type { Table } from "../table/table.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";
import { type EndpointRequest, endpointRequest } from "./endpoint-request.ts";
import { errorEnvelope } from "./error-envelope.ts";
import type { HttpContext, HttpEvent, HttpMiddleware, HttpResult } from "./http-context.ts";
import { inInvocation } from "./in-invocation.ts";
import { authenticate } from "./keys/authenticate.ts";
import { logRequest } from "./log-request.ts";
import { readPayload } from "./read-payload.ts";
import { responseHeaders } from "./response-headers.ts";
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

type Operation<Definition extends EndpointDefinition> = (
  request: EndpointRequest<Definition>,
) => Promise<EndpointResponse>;

/**
 * The Lambda handler of one endpoint. A request that would outlast the function is answered 503 before, and waits for
 * nothing afterwards. Its own middlewares run before the key is checked, and complete its responses, errors included.
 */
export const endpoint = <const Definition extends EndpointDefinition>(
  definition: Definition,
  table: Table,
  operation: Operation<Definition>,
  ownMiddlewares: readonly HttpMiddleware[] = [],
) => {
  const respond = pipeline(definition, table, operation, ownMiddlewares);
  const handler = inInvocation(definition.name, (event, context) =>
    runWithDeadline(context.getRemainingTimeInMillis() - RESPONSE_MILLISECONDS, () =>
      respond(event, context),
    ),
  );
  const described: { readonly definition: EndpointDefinition } = { definition };
  return Object.assign(handler, described);
};

/**
 * Checks run in the contract's order: key, scope, rate limit and body size here, then the operation loads the resource
 * and only then validates the body.
 */
const pipeline = <const Definition extends EndpointDefinition>(
  definition: Definition,
  table: Table,
  operation: Operation<Definition>,
  ownMiddlewares: readonly HttpMiddleware[],
) =>
  middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 })
    .use([logRequest(), responseHeaders(), ...ownMiddlewares, errorEnvelope(definition)])
    .use(authenticate(definition, table))
    .use(readPayload())
    .use(selectApiVersion(definition))
    .handler(async (event, context) => {
      const { body, status, replayed } = await answerConfirmed(context, async () =>
        operation(endpointRequest(definition, event, context)),
      );
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
