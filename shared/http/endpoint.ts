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

/** The response of one endpoint; `status` defaults to the definition's. */
export type EndpointResponse = {
  readonly body: unknown;
  readonly status?: number;
  /** Whether an earlier request with the same Idempotency-Key created the record. */
  readonly replayed?: boolean;
};

/**
 * The Lambda handler of one endpoint. Checks run in the contract's order: key, scope, rate limit and body size here,
 * then the operation loads the resource and only then validates the body.
 */
export const endpoint = <const Definition extends EndpointDefinition>(
  definition: Definition,
  table: Table,
  operation: (request: EndpointRequest<Definition>) => Promise<EndpointResponse>,
) =>
  middy<HttpEvent, HttpResult, Error, HttpContext>({ timeoutEarlyInMillis: 0 })
    .use(responseHeaders())
    .use(errorEnvelope(definition))
    .use(authenticate(definition, table))
    .use(readPayload())
    .use(selectApiVersion(definition))
    .handler(async (event, context) => {
      const { body, status, replayed } = await operation(endpointRequest(definition, event, context));
      return {
        statusCode: status ?? definition.response.status,
        headers: { ...(replayed && { "idempotent-replayed": "true" }) },
        body: JSON.stringify(body),
      };
    });
