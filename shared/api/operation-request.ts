import { publicUrl } from "../runtime/environment.ts";
import { isUuid, newRecordId } from "../runtime/record-id.ts";
import { notFound } from "../schema/app-error.ts";
import { canonicalText, type Payload } from "../schema/json-text.ts";
import { LIMITS } from "../schema/limits.ts";
import { fieldNames, unknownNames } from "../schema/near-misses.ts";
import { isBlank, trimmed } from "../schema/text.ts";
import { toViolations } from "../schema/violations.ts";
import { sha256 } from "../table/record-keys.ts";
import { newChange } from "./change.ts";
import type { EndpointDefinition } from "./endpoint-definition.ts";
import type { HttpContext, HttpEvent } from "./http-types.ts";
import type { Claim } from "./idempotency-store.ts";
import { addressKeyOf, requestSecret } from "./keys/request-secret.ts";
import type { OperationRequest, Parsed } from "./operation.ts";
import { expectedVersions, headerViolations, idempotencyKey, knownTags } from "./request-headers.ts";
import type { Received } from "./run-operation.ts";

/**
 * Parses a request once. Throws only for a path that names no record.
 * @throws AppError `not_found`
 */
export const receiveRequest = <Definition extends EndpointDefinition>(
  definition: Definition,
  event: HttpEvent,
  context: HttpContext,
): Received<OperationRequest<Definition>> => {
  const { keyIdentity, confirmation, payload } = context;
  if (keyIdentity === undefined || confirmation === undefined || payload === undefined)
    throw new Error("A request reached its operation without a key.");
  const nowMilliseconds = Date.now();
  const { firmId, actor, calendar } = keyIdentity;
  const query = parseQuery(definition, event);
  const body = parseBody(definition, payload);
  const params = pathParameters(definition, event) as OperationRequest<Definition>["params"];
  const json = isObject(payload.json) ? withTrimmedTexts(payload.json) : {};
  return {
    request: {
      firmId,
      actor,
      calendar,
      linkKey: (definition.keyKind === "link" && requestSecret(event, definition)) || "",
      browser: definition.keyKind === "sign_in" ? browserOf(event, context) : NO_BROWSER,
      baseUrl: publicUrl(event.headers.host ?? ""),
      nowMilliseconds,
      params,
      json,
      query: query.valid as Parsed<Definition["query"]> | undefined,
      expectedVersions: expectedVersions(definition, event),
      knownTags: definition.response.hasEntityTag ? knownTags(event) : [],
      newId: newRecordId(nowMilliseconds),
      change: newChange({ actor, nowMilliseconds }),
    },
    violations: [...headerViolations(definition, event), ...query.violations, ...body.violations],
    body: { json, names: fieldNames(definition.body?.()) },
    input: body.input,
    claim: parseClaim(definition, event, { json: payload.json, params, nowMilliseconds }),
    key: confirmation,
  };
};

const NO_BROWSER = { name: "", session: "" };

const browserOf = ({ headers }: HttpEvent, { formerSession = "" }: HttpContext) => ({
  name: headers["user-agent"]?.trim().slice(0, LIMITS.browserCharacters) ?? "",
  session: formerSession,
});

/** Parses a query. One with a parameter that does not exist is invalid: a misspelled filter would list every record. */
const parseQuery = (definition: EndpointDefinition, event: HttpEvent) => {
  const given = givenParameters(event);
  const schema = definition.query?.();
  const { data, error } = schema?.safeParse(given) ?? {};
  const violations = [
    ...unknownParameters(definition, given, fieldNames(schema)),
    ...(error ? toViolations(error, "query") : []),
  ];
  return { valid: violations.length === 0 ? data : undefined, violations };
};

/** Other programs add parameters of their own to an address that has a key. */
const unknownParameters = (definition: EndpointDefinition, given: object, names: readonly string[]) => {
  if (addressKeyOf(definition) && "key" in given) return [];
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  return unknownNames("query parameter", unknown, names);
};

const parseBody = ({ body }: EndpointDefinition, { json, problem }: Payload) => {
  if (body === undefined) return { input: undefined, violations: [] };
  if (problem !== undefined) return { input: undefined, violations: [{ field: "body", message: problem }] };
  const { data: input, error } = body().safeParse(json);
  return { input, violations: error ? toViolations(error, "body") : [] };
};

const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === "object" && json !== null && !Array.isArray(json);

/** Trims texts as the schemas do, so that reads by an unvalidated body find the records of the valid one. */
const withTrimmedTexts = (json: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, typeof value === "string" ? trimmed(value) : value]),
  );

/** Parses the path parameters. Only a UUID identifies a record. */
const pathParameters = (
  { pathTexts = [] }: EndpointDefinition,
  { pathParameters: parameters = {} }: HttpEvent,
) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => {
      if (pathTexts.includes(name)) return [name, value];
      if (!isUuid(value)) throw notFound(`record: the ${name} in the path is not a UUID`);
      return [name, value.toLowerCase()];
    }),
  );

const parseClaim = (
  { name, acceptsIdempotencyKey }: EndpointDefinition,
  event: HttpEvent,
  { json, params, nowMilliseconds }: { json: unknown; params: object; nowMilliseconds: number },
): Claim | null => {
  const key = idempotencyKey(event);
  if (!acceptsIdempotencyKey || key === null) return null;
  // The same body under another record's path is another request.
  const payload = [canonicalText(json), ...Object.values(params)].join("\n");
  return { operation: name, key, payloadHash: sha256(payload), nowMilliseconds };
};

/** Returns the parameters of a query. A blank one counts as absent, like a blank text in a body. */
const givenParameters = ({ queryStringParameters = {} }: HttpEvent) =>
  Object.fromEntries(Object.entries(queryStringParameters).filter(([, value = ""]) => !isBlank(value)));
