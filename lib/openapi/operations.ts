import type { EndpointDefinition } from "../../shared/api/endpoint-definition.ts";
import { deliveryContent } from "./delivery-bodies.ts";
import { descriptionOf, withDescriptions } from "./descriptions.ts";
import { errorResponses, headerRef } from "./errors.ts";
import { BODY_EXAMPLES } from "./examples/request-examples.ts";
import { type JsonSchema, schemaRef, toJsonSchema } from "./json-schema.ts";

/** An operation of the document, as one endpoint of the contract defines it. */
export const operationOf = (definition: EndpointDefinition) => ({
  operationId: camelCase(definition.name),
  tags: [tagOf(definition)],
  summary: definition.summary,
  description: definition.scope === null ? "Needs no scope." : `Needs the scope \`${definition.scope}\`.`,
  ...(definition.acceptsIngestionKey && {
    security: [{ apiKey: [] }, { ingestionKey: [] }, { ingestionKeyInAddress: [] }],
  }),
  parameters: [
    ...pathParameters(definition),
    ...queryParameters(definition),
    parameterRef("Intake-Version"),
    ...(definition.acceptsIdempotencyKey ? [parameterRef("Idempotency-Key")] : []),
    ...(definition.acceptsIfMatch ? [parameterRef("If-Match")] : []),
  ],
  ...requestBody(definition),
  responses: { ...successResponses(definition), ...errorResponses(definition) },
});

const camelCase = (kebab: string) =>
  kebab.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase());

/** `/api/leads/{id}/archive` → `Leads` */
export const tagOf = ({ path }: EndpointDefinition) => {
  const [, noun = ""] = /^\/api\/([a-z]+)/.exec(path) ?? [];
  return noun === "me" ? "Keys" : noun.charAt(0).toUpperCase() + noun.slice(1);
};

const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` });

const pathParameters = ({ path }: EndpointDefinition) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", format: "uuid" },
  }));

const queryParameters = ({ name: endpoint, query }: EndpointDefinition) => {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(query(), "input");
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    description: descriptionOf(name, endpoint),
    schema: name === "limit" ? { type: "integer", minimum: 1, maximum: 200, default: 50 } : schema,
  }));
};

const requestBody = ({ name, body, acceptsIngestionKey }: EndpointDefinition) => {
  if (body === undefined) return {};
  const schema = withDescriptions(toJsonSchema(body(), "input"), name);
  const example = BODY_EXAMPLES[name];
  const content = acceptsIngestionKey
    ? deliveryContent(schema, example)
    : { "application/json": { schema, example } };
  return { requestBody: { required: !body().safeParse({}).success, content } };
};

const successHeaders = ({ acceptsIdempotencyKey }: EndpointDefinition) => ({
  "X-Request-Id": headerRef("X-Request-Id"),
  "Intake-Version": headerRef("Intake-Version"),
  RateLimit: headerRef("RateLimit"),
  "RateLimit-Policy": headerRef("RateLimit-Policy"),
  ...(acceptsIdempotencyKey && { "Idempotent-Replayed": headerRef("Idempotent-Replayed") }),
});

const successResponses = (definition: EndpointDefinition): Record<string, object> => {
  const { status, schema } = definition.response;
  const described = schema && withDescriptions(toJsonSchema(schema(), "output"), definition.name);
  const respond = (description: string, body: JsonSchema | undefined) => ({
    description,
    headers: successHeaders(definition),
    ...(body && { content: { "application/json": { schema: body } } }),
  });
  if (!definition.acceptsIngestionKey) return { [status]: respond(definition.summary, described) };
  return {
    200: respond("A delivery of a lead source that made no new lead.", {
      anyOf: [schemaRef("IngestedLead"), schemaRef("UnacceptedDelivery")],
    }),
    [status]: respond("The new lead; to a lead source, its id.", {
      anyOf: [described ?? {}, schemaRef("IngestedLead")],
    }),
    202: respond(
      "A rejected delivery of a lead source that answers no errors.",
      schemaRef("RejectedDelivery"),
    ),
    303: {
      description: "The browser that posted a form to a lead source with a page to go to.",
      headers: {
        ...successHeaders(definition),
        "Retry-After": headerRef("Retry-After"),
        Location: { schema: { type: "string", format: "uri" }, description: "The page." },
      },
    },
  };
};
