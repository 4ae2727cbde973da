import { runWithDeadline } from "../runtime/deadline.ts";
import type { Refs } from "../table/read-records.ts";
import { connectTable, type Table } from "../table/table.ts";
import { type EndpointDefinition, isOptions } from "./endpoint-definition.ts";
import { errorEnvelope, inInvocation, logRequest, pipeline, responseHeaders } from "./http-handler.ts";
import type { HttpContext, HttpEvent, HttpMiddleware, HttpResult } from "./http-types.ts";
import { authenticate } from "./keys/authenticate.ts";
import type { Operation } from "./operation.ts";
import { receiveRequest } from "./operation-request.ts";
import { readPayload } from "./payload.ts";
import { selectApiVersion } from "./request-headers.ts";
import { runOperation } from "./run-operation.ts";
import { readSessionCookie } from "./session-cookie.ts";

/** The response of one endpoint; `status` defaults to the definition's. */
type EndpointResponse = {
  readonly body: unknown;
  readonly status?: number;
  /** Set when an earlier request with the same Idempotency-Key created the record. */
  readonly replayed?: boolean;
  /** Set when the request has created the record, where another one might have changed it. */
  readonly created?: true | undefined;
  /** The entity tag of the body, if any. A body of null means that the caller has the one with this tag. */
  readonly etag?: string | undefined;
  /** The `Set-Cookie` of the answer, if any. */
  readonly cookie?: string | undefined;
};

/** Checks the key as usual. */
const answerOptions = async ({ confirmation }: HttpContext) => {
  await confirmation;
  return { statusCode: 204 };
};

export type Responder = (event: HttpEvent, context: HttpContext) => Promise<EndpointResponse>;

/** The Lambda handler of an endpoint that reads, decides and writes. */
export const endpoint = <const Definition extends EndpointDefinition, const Records extends Refs>(
  operation: Operation<Definition, Records>,
  table = connectTable(),
) => endpointHandler(operation.definition, table, operationResponder(operation, table));

/** Runs an operation for each request. */
export const operationResponder =
  <Definition extends EndpointDefinition, Records extends Refs>(
    operation: Operation<Definition, Records>,
    table: Table,
  ): Responder =>
  async (event, context) =>
    runOperation({ table, operation, ...receiveRequest(operation.definition, event, context) });

const fileHeaders = ({ mediaType, name }: NonNullable<EndpointDefinition["response"]["file"]>) => ({
  "content-type": `${mediaType}; charset=utf-8`,
  "content-disposition": `attachment; filename="${name}"`,
});

/** For an answer with an entity tag: the caller alone may keep it, and asks each time whether it has changed. */
const REVALIDATED = "private, no-cache";

const resultOf = (
  { response: { file, status: success } }: EndpointDefinition,
  { body, created, status = created ? 201 : success, replayed, etag, cookie }: EndpointResponse,
): HttpResult => {
  const headers = {
    ...(file && fileHeaders(file)),
    ...(etag && { etag, "cache-control": REVALIDATED }),
    ...(replayed && { "idempotent-replayed": "true" }),
  };
  if (etag && body === null) return { statusCode: 304, headers };
  return {
    statusCode: status,
    headers,
    ...(cookie && { cookies: [cookie] }),
    body: file ? String(body) : JSON.stringify(body),
  };
};

/** The time to respond after the deadline. Lambda would end the function without a response of ours. */
const RESPONSE_MILLISECONDS = 1_000;

/**
 * The Lambda handler of one endpoint. A request that would outlast the function is answered 503 first, and waits for
 * nothing afterwards. The endpoint's own middlewares run before the check of the key, and complete its responses,
 * errors included.
 *
 * Checks run in the contract's order: key, scope, rate limit and body size here, then the operation loads the resource
 * and only then validates the body.
 */
export const endpointHandler = (
  definition: EndpointDefinition,
  table: Table,
  responder: Responder,
  ownMiddlewares: readonly HttpMiddleware[] = [],
) => {
  const respond = pipeline()
    .use([logRequest(), responseHeaders(), ...ownMiddlewares, errorEnvelope(definition)])
    .use([
      readSessionCookie(definition),
      authenticate(definition, table),
      readPayload(definition),
      selectApiVersion(),
    ])
    .handler(async (event, context) => {
      if (isOptions(event)) return answerOptions(context);
      return resultOf(definition, await responder(event, context));
    });
  return invocationHandler(definition, respond);
};

/** The Lambda handler of an endpoint that takes no key. */
export const keylessHandler = (
  definition: EndpointDefinition,
  respond: (event: HttpEvent) => Promise<HttpResult>,
) =>
  invocationHandler(
    definition,
    pipeline()
      .use([logRequest(), responseHeaders(), errorEnvelope(definition)])
      .handler(respond),
  );

const invocationHandler = (
  definition: EndpointDefinition,
  respond: (event: HttpEvent, context: HttpContext) => Promise<HttpResult>,
) => {
  const handler = inInvocation(definition.name, (event, context) =>
    runWithDeadline(context.getRemainingTimeInMillis() - RESPONSE_MILLISECONDS, () =>
      respond(event, context),
    ),
  );
  return Object.assign(handler, { definition });
};
