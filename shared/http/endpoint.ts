import middy from "@middy/core";
import type { EndpointDefinition } from "../contract/endpoint-definition.ts";
import type { Table } from "../storage/dynamodb/table.ts";
import { authenticate } from "./authenticate.ts";
import { type EndpointRequest, endpointRequest } from "./endpoint-request.ts";
import { errorEnvelope } from "./error-envelope.ts";
import type { HttpContext, HttpEvent, HttpResult } from "./http-context.ts";
import { readPayload } from "./read-payload.ts";
import { responseHeaders } from "./response-headers.ts";
import { selectApiVersion } from "./select-api-version.ts";

/** What an operation answers with; the status is the definition's unless it says another. */
export type Reply = {
  readonly body: unknown;
  readonly status?: number;
  /** The record was made by an earlier request with the same Idempotency-Key. */
  readonly replayed?: boolean;
};

/**
 * The Lambda handler of one endpoint. A request is judged in the contract's order: key, scope, rate limit, body
 * size here; then the operation looks for the resource and only then asks for the valid body.
 */
export const endpoint = <const Definition extends EndpointDefinition>(
  definition: Definition,
  table: Table,
  operation: (request: EndpointRequest<Definition>) => Promise<Reply>,
) =>
  middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 })
    .use(responseHeaders())
    .use(errorEnvelope(definition.name))
    .use(authenticate(definition, table))
    .use(readPayload())
    .use(selectApiVersion())
    .handler(async (event, context) => {
      const reply = await operation(endpointRequest(definition, event, context));
      return {
        statusCode: reply.status ?? definition.response.status,
        headers: { ...(reply.replayed && { "idempotent-replayed": "true" }) },
        body: JSON.stringify(reply.body),
      };
    });
