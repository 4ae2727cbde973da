import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type * as z from "zod/mini";
import type { ErrorCode } from "../schema/app-error.ts";

/** The scopes that came after the others, which no endpoint needs yet. `key add-scopes` gives them to older keys. */
export const ADDED_SCOPES = ["conflicts:read", "conflicts:write", "reports:read"] as const;

/** The permissions of an API key. Each scope names a resource and whether the key may read or change it. */
export const SCOPES = [
  "leads:read",
  "leads:write",
  "consultations:read",
  "consultations:write",
  "events:read",
  "webhooks:read",
  "webhooks:write",
  "settings:read",
  "settings:write",
  ...ADDED_SCOPES,
] as const;

export type Scope = (typeof SCOPES)[number];

/** Table operations that write. */
export type WriteAction = "PutItem" | "UpdateItem" | "DeleteItem";

/** Table operations. `QueryIndex` is a query of an index, `Query` one of the table itself. */
export type TableAction =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "QueryIndex"
  | "ConditionCheckItem"
  | WriteAction;

/** What the entity tags in `If-Match` are. */
export type IfMatch = "version" | "etag";

/**
 * One endpoint, defined once: the middy pipeline, the route, the function (`functions/<noun>/<name>.ts`) and its grants
 * derive from it.
 */
export type EndpointDefinition = {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/api/${string}`;
  /** The parameters of the path that are texts. All others are ids. */
  readonly pathTexts?: readonly string[];
  readonly summary: string;
  /** Null for an endpoint that every API key may use, or that is for keys of another kind. */
  readonly scope: Scope | null;
  /**
   * The calls of its function, besides leasing keys. `lib` grants exactly these, and the tests fail on any other call
   * and on one that is never made. Writes may change any item except keys.
   */
  readonly tableActions: readonly TableAction[];
  /** The allowed writes of keys, which decide what a caller may do. */
  readonly keyActions?: readonly WriteAction[];
  readonly query?: () => z.ZodMiniObject;
  readonly body?: () => z.ZodMiniType;
  readonly acceptsIdempotencyKey?: true;
  /**
   * Also accepts a lead source's key, without a scope. The request is then an inbound delivery. OPTIONS goes to the
   * function too: with it, a browser asks whether a page may post with that key.
   */
  readonly acceptsIngestionKey?: true;
  /** Takes the key of a client's link, a calendar link or a sign-in link instead of an API key. */
  readonly keyKind?: "link" | "calendar" | "sign_in";
  /** Takes no key at all. Its function decides by itself what a request may do. */
  readonly isKeyless?: true;
  /** The sessions of the member whose id is in the path need no scope. */
  readonly isOpenToOwnSession?: true;
  /** `If-Match` makes the write conditional: with a record's version, or the `etag` that a client's link shows. */
  readonly acceptsIfMatch?: IfMatch;
  /** Sends messages to the queue of webhook deliveries. */
  readonly sendsWebhooks?: true;
  /** Sends messages to the queue of feeds. */
  readonly fetchesFeeds?: true;
  /** Its own errors, besides those of every endpoint with its parameters and body. */
  readonly errors?: readonly ErrorCode[];
  readonly response: {
    readonly status: 200 | 201 | 202 | 204;
    readonly schema?: () => z.ZodMiniType;
    /** Set when the answer is 201 to a request that creates the record, and `status` to every other one. */
    readonly createsRecord?: true;
    /** Set when the answer is a text, sent as a file of this name instead of as JSON. */
    readonly file?: { readonly mediaType: `text/${string}`; readonly name: string };
    /** Set when the answer has an entity tag, with which callers ask whether it has changed (RFC 9110 §13.1.2). */
    readonly hasEntityTag?: true;
  };
};

/** `"/api/leads/{id}"` → `"id"` */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

export const defineEndpoint = <const Definition extends EndpointDefinition>(definition: Definition) =>
  definition;

/** Returns whether a request is OPTIONS. It asks what a route allows, runs no operation and has no body. */
export const isOptions = ({ requestContext }: Pick<APIGatewayProxyEventV2, "requestContext">) =>
  requestContext.http.method === "OPTIONS";

/** Returns the methods of an endpoint. An endpoint that answers GET also answers HEAD (RFC 9110 §9.3.2). */
export const methodsOf = ({ method }: EndpointDefinition) =>
  method === "GET" ? (["GET", "HEAD"] as const) : [method];

/** Returns the methods whose requests go to an endpoint's function. */
export const routeMethodsOf = (definition: EndpointDefinition) =>
  definition.acceptsIngestionKey ? ([...methodsOf(definition), "OPTIONS"] as const) : methodsOf(definition);
