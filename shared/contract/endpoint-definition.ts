import type * as z from "zod/mini";
import type { Scope } from "./scopes.ts";

/** What a function may call on the table, beyond taking leases on keys; `lib` grants exactly this. */
export type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "ConditionCheckItem";

/**
 * One endpoint, written once: the middy pipeline, the route, the function (`functions/<noun>/<name>.ts`),
 * its grants and the API description are all made from this row.
 */
export type EndpointDefinition = {
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly scope: Scope;
  readonly tableActions: readonly TableAction[];
  readonly query?: () => z.ZodMiniObject;
  readonly body?: () => z.ZodMiniType;
  readonly acceptsIdempotencyKey?: true;
  /** A lead source's key opens it too, instead of the scope; such a request is a delivery of that source. */
  readonly acceptsIngestionKey?: true;
  /** `If-Match: "<version>"` makes the write conditional. */
  readonly acceptsIfMatch?: true;
  /** Puts messages on the queue of webhook deliveries. */
  readonly sendsWebhooks?: true;
  readonly response: { readonly status: 200 | 201 | 202 | 204; readonly schema?: () => z.ZodMiniType };
};

/** `"/api/leads/{id}"` → `"id"` */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

export const defineEndpoint = <const Definition extends EndpointDefinition>(definition: Definition) =>
  definition;
