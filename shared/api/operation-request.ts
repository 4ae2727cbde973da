import canonicalize from "canonicalize";
import { publicUrl } from "../runtime/environment.ts";
import { isUuid, newRecordId } from "../runtime/record-id.ts";
import { sha256 } from "../table/record-keys.ts";
import { apiVersionViolations } from "./api-version.ts";
import { notFound } from "./app-error.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";
import type { HttpContext, HttpEvent } from "./http-context.ts";
import type { Claim } from "./idempotency-store.ts";
import { expectedVersions, ifMatchViolations } from "./if-match.ts";
import type { OperationRequest, Parsed } from "./operation.ts";
import { ownDeliveryViolations } from "./own-delivery.ts";
import type { Payload } from "./payload.ts";
import type { ReceivedRequest } from "./run-operation.ts";
import { LIMITS } from "./schema/limits.ts";
import { isBlank } from "./schema/text.ts";
import { toViolations, type Violation } from "./schema/violations.ts";

/**
 * Parses a request once, without throwing but for a path that names no record.
 * @throws AppError `not_found`
 */
export const receiveRequest = <Definition extends EndpointDefinition>(
  definition: Definition,
  event: HttpEvent,
  context: HttpContext,
): ReceivedRequest<Definition> => {
  const { keyIdentity, confirmation, payload } = context;
  if (keyIdentity === undefined || confirmation === undefined || payload === undefined)
    throw new Error("A request reached its operation without a key.");
  const nowMilliseconds = Date.now();
  const { firmId, actor } = keyIdentity;
  const query = definition.query?.().safeParse(givenParameters(event));
  const body = parseBody(definition, payload);
  return {
    request: {
      firmId,
      actor,
      baseUrl: publicUrl(event.headers.host ?? ""),
      nowMilliseconds,
      params: pathParameters(event) as OperationRequest<Definition>["params"],
      json: isObject(payload.json) ? payload.json : {},
      query: query?.data as Parsed<Definition["query"]> | undefined,
      expectedVersions: definition.acceptsIfMatch ? expectedVersions(event) : null,
      newId: newRecordId(nowMilliseconds),
      change: {
        id: newRecordId(nowMilliseconds),
        at: new Date(nowMilliseconds).toISOString(),
        actor,
        requestId: event.requestContext.requestId,
      },
    },
    violations: [
      ...headerViolations(definition, event),
      ...(query?.error ? toViolations(query.error, "query") : []),
      ...body.violations,
    ],
    input: body.input as Parsed<Definition["body"]> | undefined,
    claim: parseClaim(definition, event, { json: payload.json, nowMilliseconds }),
    key: confirmation,
  };
};

const parseBody = ({ body }: EndpointDefinition, { json, problem }: Payload) => {
  if (body === undefined) return { input: undefined, violations: [] };
  if (problem !== undefined) return { input: undefined, violations: [{ field: "body", message: problem }] };
  const { data: input, error } = body().safeParse(json);
  return { input, violations: error ? toViolations(error, "body") : [] };
};

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === "object" && json !== null && !Array.isArray(json);

/** Every path parameter is a record id; anything but a UUID identifies no record. */
const pathParameters = ({ pathParameters: parameters = {} }: HttpEvent) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (!isUuid(value)) throw notFound(`record: the ${name} in the path is not a UUID`);
      return [name, value.toLowerCase()];
    }),
  );

const headerViolations = (
  { method, acceptsIdempotencyKey, acceptsIfMatch }: EndpointDefinition,
  event: HttpEvent,
) => [
  ...(method === "GET" ? [] : ownDeliveryViolations(event.headers)),
  ...apiVersionViolations(event),
  ...(acceptsIdempotencyKey ? idempotencyKeyViolations(event) : []),
  ...(acceptsIfMatch ? ifMatchViolations(event) : []),
];

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

/** The parameters of a query. A blank one counts as absent, as a blank text of a body does. */
export const givenParameters = ({ queryStringParameters = {} }: HttpEvent) =>
  Object.fromEntries(Object.entries(queryStringParameters).filter(([, value = ""]) => !isBlank(value)));
