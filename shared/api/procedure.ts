import { invalidRequest } from "./app-error.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";
import type { HttpContext, HttpEvent } from "./http-context.ts";
import type { OperationRequest, Parsed } from "./operation.ts";
import { receiveRequest } from "./operation-request.ts";
import type { Violation } from "./schema/violations.ts";

/** A request of an endpoint that does more than read, decide and write once. */
export type ProcedureRequest<Definition extends EndpointDefinition> = OperationRequest<Definition> & {
  readonly method: string;
  /** By names in lower case. */
  readonly headers: HttpEvent["headers"];
  /** The body as received, in bytes. */
  readonly rawBody: Uint8Array;
  /**
   * Returns the valid body. Call it once the resource is known to exist, with the violations found by other checks.
   * @throws AppError `invalid_request` with every violation, those of headers and query included
   */
  readonly body: (otherViolations?: readonly Violation[]) => Parsed<Definition["body"]>;
};

export const procedureRequest = <Definition extends EndpointDefinition>(
  definition: Definition,
  event: HttpEvent,
  context: HttpContext,
): ProcedureRequest<Definition> => {
  const { request, violations, input } = receiveRequest(definition, event, context);
  return {
    ...request,
    method: event.requestContext.http.method,
    headers: event.headers,
    rawBody: context.payload?.bytes ?? new Uint8Array(),
    body: (otherViolations = []) => {
      const all = [...violations, ...otherViolations];
      if (all.length > 0) throw invalidRequest(all);
      return input as Parsed<Definition["body"]>;
    },
  };
};
