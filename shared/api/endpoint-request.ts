import canonicalize from "canonicalize";
import type * as z from "zod/mini";
import { isUuid } from "../runtime/record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import { sha256 } from "../table/record-keys.ts";
import { invalidRequest, notFound } from "./app-error.ts";
import type { EndpointDefinition, PathParameter } from "./endpoint-definition.ts";
import type { HttpContext, HttpEvent } from "./http-context.ts";
import type { Claim } from "./idempotency-store.ts";
import { expectedVersions, ifMatchViolations } from "./if-match.ts";
import type { KeyIdentity } from "./keys/key-identity.ts";
import { givenParameters } from "./query-parameters.ts";
import { LIMITS } from "./schema/limits.ts";
import { toViolations, type Violation } from "./schema/violations.ts";
import { apiVersionViolations } from "./select-api-version.ts";

type Parsed<Schema> = Schema extends () => infer Built
  ? Built extends z.ZodMiniType
    ? z.output<Built>
    : undefined
  : undefined;

/** A request of one endpoint, as its operation receives it. */
export type EndpointRequest<Definition extends EndpointDefinition> = {
  readonly firmId: FirmId;
  /** The API key or the source that makes the request. */
  readonly actor: KeyIdentity["actor"];
  readonly nowMilliseconds: number;
  readonly method: string;
  /** Path parameters, each a lower-case UUID. */
  readonly params: Readonly<Record<PathParameter<Definition["path"]>, string>>;
  /**
   * The valid query. Read it, like the body, once the resource is known to exist.
   * @throws AppError `invalid_request` with every violation
   */
  readonly query: Parsed<Definition["query"]>;
  /** False when reading `query` throws. */
  readonly queryIsValid: boolean;
  /** The unvalidated body; empty when it is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>>;
  /** By names in lower case. */
  readonly headers: HttpEvent["headers"];
  /** The body as received, in bytes. */
  readonly rawBody: Uint8Array;
  /**
   * Returns the valid body. Call it once the resource is known to exist, with the violations found by other checks.
   * @throws AppError `invalid_request` with every violation
   */
  readonly body: (otherViolations?: readonly Violation[]) => Parsed<Definition["body"]>;
  /** The idempotency claim of the `Idempotency-Key` header, if any. */
  readonly claim: Claim | null;
  /** The versions of which `If-Match` requires one; null allows any. */
  readonly expectedVersions: readonly number[] | null;
};

export const endpointRequest = <Definition extends EndpointDefinition>(
  definition: Definition,
  event: HttpEvent,
  context: HttpContext,
): EndpointRequest<Definition> => {
  const { keyIdentity, payload = { json: {}, bytes: new Uint8Array() } } = context;
  if (keyIdentity === undefined) throw new Error("A request reached its operation without a key.");
  const json = isObject(payload.json) ? payload.json : {};
  const nowMilliseconds = Date.now();
  return {
    firmId: keyIdentity.firmId,
    actor: keyIdentity.actor,
    nowMilliseconds,
    method: event.requestContext.http.method,
    params: pathParameters(event) as EndpointRequest<Definition>["params"],
    get query() {
      return validQuery(definition, event) as Parsed<Definition["query"]>;
    },
    get queryIsValid() {
      return parseQuery(definition, event).violations.length === 0;
    },
    json,
    headers: event.headers,
    rawBody: payload.bytes,
    body: (otherViolations = []) =>
      validBody(definition, event, { payload, otherViolations }) as Parsed<Definition["body"]>,
    claim: parseClaim(definition, event, { json: payload.json, nowMilliseconds }),
    expectedVersions: definition.acceptsIfMatch ? expectedVersions(event) : null,
  };
};

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === "object" && json !== null && !Array.isArray(json);

/** Every path parameter is a record id; anything but a UUID identifies no record. */
const pathParameters = ({ pathParameters: parameters = {} }: HttpEvent) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (!isUuid(value)) throw notFound("record");
      return [name, value.toLowerCase()];
    }),
  );

const parseQuery = ({ query }: EndpointDefinition, event: HttpEvent) => {
  const { data, error } = query?.().safeParse(givenParameters(event)) ?? {};
  return {
    data,
    violations: [...apiVersionViolations(event), ...(error ? toViolations(error, "query") : [])],
  };
};

const validQuery = (definition: EndpointDefinition, event: HttpEvent) => {
  const { data, violations } = parseQuery(definition, event);
  if (violations.length > 0) throw invalidRequest(violations);
  return data;
};

type BodyInput = {
  readonly payload: NonNullable<HttpContext["payload"]>;
  readonly otherViolations: readonly Violation[];
};

const validBody = (
  { body, acceptsIdempotencyKey, acceptsIfMatch }: EndpointDefinition,
  event: HttpEvent,
  { payload, otherViolations }: BodyInput,
) => {
  const headerViolations = [
    ...apiVersionViolations(event),
    ...(acceptsIdempotencyKey ? idempotencyKeyViolations(event) : []),
    ...(acceptsIfMatch ? ifMatchViolations(event) : []),
  ];
  if (body && payload.problem !== undefined) {
    throw invalidRequest([...headerViolations, { field: "body", message: payload.problem }]);
  }
  const parsed = body?.().safeParse(payload.json);
  const bodyViolations = parsed?.error ? toViolations(parsed.error, "body") : [];
  const violations = [...headerViolations, ...bodyViolations, ...otherViolations];
  if (violations.length > 0) throw invalidRequest(violations);
  return parsed?.data;
};

const VISIBLE_ASCII = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyCharacters}}$`);

const idempotencyKeyViolations = ({ headers }: HttpEvent): Violation[] => {
  const key = headers["idempotency-key"];
  if (key === undefined || VISIBLE_ASCII.test(key)) return [];
  const message = `must be 1 to ${LIMITS.idempotencyKeyCharacters} visible ASCII characters`;
  return [{ field: "Idempotency-Key", message }];
};

const parseClaim = (
  { name, acceptsIdempotencyKey }: EndpointDefinition,
  { headers }: HttpEvent,
  { json, nowMilliseconds }: { json: unknown; nowMilliseconds: number },
): Claim | null => {
  const key = headers["idempotency-key"];
  if (!acceptsIdempotencyKey || key === undefined || !VISIBLE_ASCII.test(key)) return null;
  return { operation: name, key, payloadHash: sha256(canonicalText(json)), nowMilliseconds };
};

/**
 * RFC 8785, so that key order and white space make no difference. It cannot represent a number that overflowed, such
 * as 1e999, which `JSON.stringify` first turns into null.
 */
const canonicalText = (json: unknown) => canonicalize(JSON.parse(JSON.stringify(json))) ?? "";
