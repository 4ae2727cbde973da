import type { EndpointDefinition } from "../../../shared/api/endpoint-definition.ts";
import { LATEST_API_VERSION } from "../../../shared/api/request-headers.ts";
import { ENDPOINTS } from "../../../shared/endpoints.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { errorExamples, errorResponseComponents, errorSchema } from "./errors.ts";
import { SCHEMA_EXAMPLES } from "./examples/schema-examples.ts";
import { HEADERS, PARAMETERS } from "./headers.ts";
import { componentSchemas, type JsonSchema, type SchemaName } from "./json-schema.ts";
import { operationOf, tagOf } from "./operations.ts";
import { withDescriptions } from "./texts/texts.ts";
import { webhooks } from "./webhooks.ts";

/** Returns the OpenAPI 3.1 document of the API (https://spec.openapis.org/oas/v3.1.1), derived from the contract. */
export const openApiDocument = (endpoints: readonly EndpointDefinition[] = ENDPOINTS) => ({
  openapi: "3.1.1",
  info: {
    title: "Intake",
    version: LATEST_API_VERSION,
    summary: "Case intake for law firms: leads and consultations.",
    description: DESCRIPTION,
    contact: { name: "The operator of the service" },
    license: { name: "Proprietary", identifier: "LicenseRef-Proprietary" },
  },
  servers: [SERVER],
  security: [{ apiKey: [] }],
  tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name, description: TAGS[name] })),
  paths: paths(endpoints),
  webhooks: webhooks(documentSchemas().Event ?? {}),
  components: {
    securitySchemes: SECURITY_SCHEMES,
    parameters: PARAMETERS,
    headers: HEADERS,
    responses: errorResponseComponents(endpoints),
    examples: errorExamples(),
    schemas: documentSchemas(),
  },
});

const DESCRIPTION = `
Requests and responses are JSON. Names are in \`snake_case\`, but for \`leadId\` and \`externalId\` in the answers to lead
sources and in the results of replays. Ids are UUIDv7, which sort by creation. Instants in responses are ISO-8601 in UTC
with milliseconds. Instants in requests have an upper-case \`T\`, an offset or \`Z\`, and lie in the years 1970 to 9998. Texts are trimmed before their limits apply. A text without a visible character is blank, and counts as
absent. An unknown query parameter is 422; an unknown field is ignored, except in the bodies of settings (firm, members,
sources, keys, webhooks): there it is 422, too.

**Authentication**: \`Authorization: Bearer itk_…\`. Lead sources have their own keys, \`its_…\`, which work only for
\`POST /api/leads\`. Clients' [links](#tag/links) have their own keys, \`itl_…\`, which work only for \`/api/link\`,
and the calendar links of [members](#tag/members) have keys \`itc_…\`, which work only for \`GET /api/calendar.ics\`.
Members sign in to the desk, the service's own page, which sends a cookie in place of a key. Programs send keys.

**Pages**: a list has \`data\` and \`next_cursor\`. Send \`next_cursor\` as \`cursor\` until it is null.

**Idempotency**: the creation of a lead, consultation or hold that is repeated with the same \`Idempotency-Key\` within 48
hours returns the first record. Lead sources repeat deliveries by their external id instead.

**Errors**: \`{"error":{"code","message","details","request_id"}}\`. After 429 and 503, wait for the seconds in \`Retry-After\`.

**Size**: a body has at most ${LIMITS.bodyBytes / 1024} KiB.
`.trim();

/** An explicit URL, so that the document can be used without the host that served it. */
const SERVER = {
  url: "{base_url}",
  description: "The service",
  variables: { base_url: { default: "http://localhost:3000", description: "The address of the service." } },
};

const TAGS: Readonly<Record<string, string>> = {
  Leads: "Prospective clients of the firm.",
  Conflicts: "The conflict register: whom the firm knows beside its leads.",
  Consultations: "Meetings of leads with attorneys.",
  Links: "Links with which clients book, move and cancel a consultation.",
  Holds: "Slots that are kept for one client for some minutes.",
  Attorneys: "Members who can be booked, and their free times.",
  Firm: "The firm's settings.",
  Members: "The people of the firm.",
  Sources: "Origins of leads, and the deliveries that they sent.",
  Keys: "API keys.",
  Events: "Changes of the last 30 days.",
  Webhooks: "Endpoints that receive events.",
};

type PathItem = Record<string, object>;

const paths = (endpoints: readonly EndpointDefinition[]): Record<string, PathItem> => {
  const items: Record<string, PathItem> = {};
  for (const definition of endpoints) {
    items[definition.path] = {
      ...items[definition.path],
      [definition.method.toLowerCase()]: operationOf(definition),
    };
  }
  return items;
};

/** Returns the schemas that the document names, with descriptions and examples. */
export const documentSchemas = (): Readonly<Record<string, JsonSchema>> => ({
  ...Object.fromEntries(
    Object.entries(componentSchemas()).map(([name, schema]) => [
      name,
      { ...withDescriptions(schema, name), examples: [SCHEMA_EXAMPLES[name as SchemaName]] },
    ]),
  ),
  Error: errorSchema(),
});

const SECURITY_SCHEMES = {
  apiKey: { type: "http", scheme: "bearer", description: "An API key, `itk_…`." },
  ingestionKey: { type: "http", scheme: "bearer", description: "The key of a lead source, `its_…`." },
  clientLink: {
    type: "http",
    scheme: "bearer",
    description: "The key of a client's link, `itl_…`: the part of its address after the `#`.",
  },
  calendarLink: { type: "http", scheme: "bearer", description: "The key of a calendar link, `itc_…`." },
  signInLink: {
    type: "http",
    scheme: "bearer",
    description: "The token of a member's sign-in link, `iti_…`: the part of its address after the `#`.",
  },
  calendarLinkInAddress: {
    type: "apiKey",
    in: "query",
    name: "key",
    description: "The key of a calendar link, as it stands in the link's address.",
  },
  ingestionKeyInAddress: {
    type: "apiKey",
    in: "query",
    name: "key",
    description: "The key of a lead source, for senders that cannot set a header.",
  },
};
