import type { EndpointDefinition } from "../../../shared/api/endpoint-definition.ts";
import { camelCase } from "./camel-case.ts";
import { codeSamples } from "./code-samples.ts";
import { deliveryContent } from "./delivery-bodies.ts";
import { errorResponses, headerRef } from "./errors.ts";
import { bodyExample, describedEndpoint } from "./examples/described-endpoints.ts";
import { parameterExample } from "./examples/parameter-examples.ts";
import { pathIds } from "./examples/path-ids.ts";
import { NAMED_BODY_EXAMPLES } from "./examples/request-examples.ts";
import { responseExample } from "./examples/response-examples.ts";
import type { Parameter } from "./headers.ts";
import { type JsonSchema, schemaRef, toJsonSchema } from "./json-schema.ts";
import { INGESTION_PROSE } from "./texts/lead-texts.ts";
import { descriptionOf, withDescriptions } from "./texts/texts.ts";

/** The security of endpoints that take only one other kind of key. */
const SECURITY_BY_KEY = {
  link: [{ clientLink: [] }],
  calendar: [{ calendarLink: [] }, { calendarLinkInAddress: [] }],
  sign_in: [{ signInLink: [] }],
};

const NEEDED_KEY = {
  link: "Needs the key of a client's link.",
  calendar: "Needs the key of a calendar link.",
  sign_in: "Needs the token of a sign-in link.",
};

/** Returns an operation of the document, as one endpoint of the contract defines it. */
export const operationOf = (definition: EndpointDefinition) => ({
  operationId: camelCase(definition.name),
  tags: [tagOf(definition)],
  summary: definition.summary,
  description: operationDescription(definition),
  ...(definition.keyKind && { security: SECURITY_BY_KEY[definition.keyKind] }),
  ...(definition.isKeyless && { security: [] }),
  ...(definition.acceptsIngestionKey && {
    security: [{ apiKey: [] }, { ingestionKey: [] }, { ingestionKeyInAddress: [] }],
  }),
  parameters: [
    ...pathParameters(definition),
    ...queryParameters(definition),
    ...["Intake-Version", ...optionalHeaders(definition)].map((name) => ({
      $ref: `#/components/parameters/${name}`,
    })),
  ],
  ...requestBody(definition),
  responses: { ...successResponses(definition), ...errorResponses(definition) },
  "x-codeSamples": codeSamples(definition),
});

export const operationDescription = (definition: EndpointDefinition) => {
  const { name, acceptsIngestionKey } = definition;
  return [
    describedEndpoint(name).prose.trim(),
    ...(acceptsIngestionKey ? [INGESTION_PROSE.trim()] : []),
    needOf(definition),
  ].join("\n\n");
};

const needOf = ({ scope, keyKind, isKeyless }: EndpointDefinition) => {
  if (isKeyless) return "Needs no key.";
  if (keyKind) return NEEDED_KEY[keyKind];
  return scope === null ? "Needs no scope." : `Needs the scope \`${scope}\`.`;
};
const OTHER_TAGS: Readonly<Record<string, string>> = {
  me: "Keys",
  conflict: "Conflicts",
  availability: "Attorneys",
  calendar: "Members",
  session: "Members",
};

/** Returns `Leads` for `/api/leads/{id}/archive`. */
export const tagOf = ({ path }: EndpointDefinition) => {
  if (/\/links?(\/|$)/.test(path)) return "Links";
  const [, noun = ""] = /^\/api\/([a-z]+)/.exec(path) ?? [];
  return OTHER_TAGS[noun] ?? noun.charAt(0).toUpperCase() + noun.slice(1);
};

const IF_MATCH = { version: "If-Match", etag: "If-Match-Etag" } as const;

/** Returns the optional headers of an endpoint. */
export const optionalHeaders = ({
  acceptsIdempotencyKey,
  acceptsIfMatch,
  response: { hasEntityTag },
}: EndpointDefinition) => [
  ...(acceptsIdempotencyKey ? (["Idempotency-Key"] as const) : []),
  ...(acceptsIfMatch ? [IF_MATCH[acceptsIfMatch]] : []),
  ...(hasEntityTag ? (["If-None-Match"] as const) : []),
];

export const pathParameters = (definition: EndpointDefinition): Parameter[] =>
  pathIds(definition).map(({ name, noun, example }) => ({
    name,
    in: "path",
    required: true,
    // No format `uuid`: any other text is accepted, as the id of no record.
    description: definition.pathTexts?.includes(name)
      ? `The name of the ${name}.`
      : `The id of the ${noun}, a UUID.`,
    schema: { type: "string" },
    example,
  }));

export const queryParameters = ({ name: endpoint, query }: EndpointDefinition): Parameter[] => {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(query(), "input");
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    description: descriptionOf(name, endpoint),
    schema: name === "limit" ? { type: "integer", minimum: 1, maximum: 200, default: 50 } : Object(schema),
    example: parameterExample(name, endpoint),
  }));
};

/** Returns the body's schema for a caller with an API key. */
export const bodySchema = ({ name, body }: EndpointDefinition) =>
  body && withDescriptions(toJsonSchema(body(), "input"), name);

export const responseSchema = ({ name, response: { schema } }: EndpointDefinition) =>
  schema && withDescriptions(toJsonSchema(schema(), "output"), name);

export const isBodyRequired = ({ body }: EndpointDefinition) => body?.().safeParse({}).success === false;

const requestBody = (definition: EndpointDefinition) => {
  const { name, acceptsIngestionKey } = definition;
  const schema = bodySchema(definition);
  if (schema === undefined) return {};
  const example = bodyExample(name);
  const content = acceptsIngestionKey
    ? deliveryContent(schema, example)
    : { "application/json": { schema, ...namedExamples(name, example) } };
  return { requestBody: { required: isBodyRequired(definition), content } };
};

const namedExamples = (endpoint: string, example: object | undefined) => {
  const named = NAMED_BODY_EXAMPLES[endpoint];
  if (named === undefined) return { example };
  const entries = Object.entries(named).map(([key, value]) => [key, { summary: value.name, value }]);
  return { examples: Object.fromEntries(entries) };
};

const successHeaders = ({ name, acceptsIdempotencyKey, isKeyless, response }: EndpointDefinition) => ({
  "X-Request-Id": headerRef("X-Request-Id"),
  "Intake-Version": headerRef("Intake-Version"),
  ...(!isKeyless && { RateLimit: headerRef("RateLimit"), "RateLimit-Policy": headerRef("RateLimit-Policy") }),
  ...((acceptsIdempotencyKey || name === "book-by-link") && {
    "Idempotent-Replayed": headerRef("Idempotent-Replayed"),
  }),
  ...(response.file && { "Content-Disposition": headerRef("Content-Disposition") }),
  ...(response.hasEntityTag && { ETag: headerRef("ETag") }),
});

const successResponses = (definition: EndpointDefinition): Record<string, object> => {
  const { name } = definition;
  const { status, createsRecord, file } = definition.response;
  const described = responseSchema(definition);
  const respond = (description: string, body: JsonSchema | undefined) => ({
    description,
    headers: successHeaders(definition),
    ...(body && {
      content: {
        [file?.mediaType ?? "application/json"]: { schema: body, example: responseExample(name, body) },
      },
    }),
  });
  if (definition.response.hasEntityTag) {
    const unchanged = respond("The answer has the entity tag that `If-None-Match` names.", undefined);
    return { [status]: respond(definition.summary, described), 304: unchanged };
  }
  if (createsRecord)
    return {
      [status]: respond("The changed record.", described),
      201: respond("The new record.", described),
    };
  if (!definition.acceptsIngestionKey) return { [status]: respond(definition.summary, described) };
  return {
    200: respond("A delivery of a lead source that created no new lead.", {
      anyOf: [schemaRef("IngestedLead"), schemaRef("UnacceptedDelivery")],
    }),
    [status]: respond("The new lead. A lead source gets only its id.", {
      anyOf: [described ?? {}, schemaRef("IngestedLead")],
    }),
    202: respond(
      "A rejected delivery of a lead source whose `rejected_answer` is `accepted`.",
      schemaRef("RejectedDelivery"),
    ),
    303: {
      description: "Redirects a browser that posted a form to the page that the lead source names.",
      headers: {
        ...successHeaders(definition),
        "Retry-After": headerRef("Retry-After"),
        Location: { schema: { type: "string", format: "uri" }, description: "The address of the page." },
      },
    },
  };
};
