import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import {
  choice,
  configuredKey,
  listOf,
  nonBlankText,
  requestsPerMinute,
  requiredText,
  uuid,
  wholeNumber,
} from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { page, pageQuery } from "../schema/page.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { instant } from "../schema/time.ts";
import { origin, pageUrl } from "../schema/url.ts";
import { lazy } from "../schema/zod.ts";
import { path } from "./json-path.contract.ts";
import {
  bodySecret,
  conditions,
  INVALID_DATA,
  mapping,
  signature,
  storedBodySecret,
  storedConditions,
  storedMapping,
  storedSignature,
} from "./source-settings.contract.ts";

/** The response to a rejected delivery: its error, or 202 for senders that give up after one error. */
const REJECTED_ANSWERS = ["error", "accepted"] as const;

/** A lead source as the API shows it, without the secret of its key. */
export const source = lazy(() =>
  z.object({
    id: z.uuid(),
    /** The `source` of its leads; never changes. */
    key: z.string(),
    name: z.string(),
    /** Paths of texts that contain JSON. */
    json_fields: z.array(z.string()),
    /** Only entries that differ from the defaults. */
    mapping: storedMapping(),
    invalid_data: z.enum(INVALID_DATA),
    /** Conditions of acceptance. Other deliveries are stored without a lead. */
    accept_when: storedConditions(),
    /** Conditions of the sender's tests. Without conditions, there are no tests. */
    test_when: storedConditions(),
    /** The signature of deliveries, and the secret in their body; null for neither. Secrets are masked. */
    signature: z.nullable(storedSignature()),
    body_secret: z.nullable(storedBodySecret()),
    /** The origins of pages whose forms may post with the key in the address; an empty list allows any. */
    allowed_origins: z.array(z.string()),
    /** The pages for a browser after it posted a form: the first, or after a failure the second. */
    redirect_url: z.nullable(z.string()),
    error_redirect_url: z.nullable(z.string()),
    rejected_answer: z.enum(REJECTED_ANSWERS),
    default_assignee_id: z.nullable(z.uuid()),
    enabled: z.boolean(),
    /** The rate limit of each of its keys. */
    requests_per_minute: z.int(),
    last_four: z.string(),
    /** The expiry of the previous key; null when there is none. */
    previous_key_expires_at: z.nullable(instant()),
    created_at: instant(),
    version: z.int(),
  }),
);

export type SourceResource = z.output<ReturnType<typeof source>>;

/** Includes the secret, which only the responses to creation and rotation contain. */
export const sourceWithKey = lazy(() => z.extend(source(), { ingestion_key: z.string() }));

export const jsonFields = () => listOf(path(), LIMITS.jsonFields);

/** Removes repeated origins. */
const allowedOrigins = () =>
  z.pipe(
    listOf(origin(), LIMITS.allowedOrigins),
    z.transform((origins: string[]) => [...new Set(origins)]),
  );

const newSource = lazy(() =>
  settingsObject({
    key: configuredKey(LIMITS.sourceCharacters),
    name: requiredText(LIMITS.nameCharacters),
    mapping: z._default(mapping(), {}),
    json_fields: z._default(jsonFields(), []),
    invalid_data: z._default(choice(INVALID_DATA), "reject"),
    accept_when: z._default(conditions(), []),
    test_when: z._default(conditions(), []),
    signature: z._default(z.nullable(signature()), null),
    body_secret: z._default(z.nullable(bodySecret()), null),
    allowed_origins: z._default(allowedOrigins(), []),
    redirect_url: z._default(z.nullable(pageUrl()), null),
    error_redirect_url: z._default(z.nullable(pageUrl()), null),
    rejected_answer: z._default(choice(REJECTED_ANSWERS), "error"),
    default_assignee_id: z._default(z.nullable(uuid()), null),
    enabled: z._default(z.boolean(), true),
    requests_per_minute: z._default(requestsPerMinute(), LIMITS.requestsPerMinuteDefault),
  }),
);

const sourceChanges = lazy(() =>
  settingsObject(
    {
      name: z.optional(nonBlankText(LIMITS.nameCharacters)),
      mapping: z.optional(mapping()),
      json_fields: z.optional(jsonFields()),
      invalid_data: z.optional(choice(INVALID_DATA)),
      accept_when: z.optional(conditions()),
      test_when: z.optional(conditions()),
      signature: z.optional(z.nullable(signature())),
      body_secret: z.optional(z.nullable(bodySecret())),
      allowed_origins: z.optional(allowedOrigins()),
      redirect_url: z.optional(z.nullable(pageUrl())),
      error_redirect_url: z.optional(z.nullable(pageUrl())),
      rejected_answer: z.optional(choice(REJECTED_ANSWERS)),
      default_assignee_id: z.optional(z.nullable(uuid())),
      enabled: z.optional(z.boolean()),
      requests_per_minute: z.optional(requestsPerMinute()),
    },
    { shown: source },
  ),
);

const rotation = lazy(() =>
  settingsObject({
    old_key_valid_hours: z._default(
      wholeNumber(0, LIMITS.oldKeyValidHoursMaximum),
      LIMITS.oldKeyValidHoursDefault,
    ),
  }),
);

const sourceResponse = { status: 200, schema: source } as const;

export const createSourceEndpoint = defineEndpoint({
  name: "create-source",
  method: "POST",
  path: "/api/sources",
  summary: "Add a lead source; its ingestion key is shown only once",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "PutItem", "ConditionCheckItem"],
  keyActions: ["PutItem"],
  body: newSource,
  response: { status: 201, schema: sourceWithKey },
});

export const createSourceDescription: DescriptionOf<typeof createSourceEndpoint> = {
  lostAnswer: { way: "failed" },
  body: {
    key: "intake-form",
    name: "Intake form",
    mapping: { full_name: "contact.name", email: "contact.email" },
  },
  response: ({ Source }) => ({
    ...Source,
    ingestion_key: "its_4Hn8sWb2Ky6RvTqZ1MxJdLf9CgPe3AuGtVwXz7BnNmDk5Yy0Qs",
  }),
  prose: `
Adds a place where leads come in from, such as a form or another service, with an ingestion key of its own. The key (\`ingestion_key\`,
\`its_…\`) is in this answer alone; it works for \`POST /api/leads\` and nothing else. \`mapping\` says where the lead's fields are in what the
sender posts, unless they have their usual names, conditions leave out what is to become no lead, and \`signature\` and \`body_secret\` ask for proof of origin.

The examples are [recipes](#description/recipes) for well-known senders. \`key\` becomes the \`source\` of every lead and can never be
changed; one that the firm has already is 422.`,
};

export const listSourcesEndpoint = defineEndpoint({
  name: "list-sources",
  method: "GET",
  path: "/api/sources",
  summary: "List the firm's lead sources, newest first",
  scope: "settings:read",
  tableActions: ["Query"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(source())) },
});

export const listSourcesDescription: DescriptionOf<typeof listSourcesEndpoint> = {
  prose: `
Lists the firm's lead sources, newest first, with their settings; secrets are masked. Ingestion keys are never shown again, only their last
four characters.`,
};

export const getSourceEndpoint = defineEndpoint({
  name: "get-source",
  method: "GET",
  path: "/api/sources/{id}",
  summary: "Get a lead source with its mapping",
  scope: "settings:read",
  tableActions: ["GetItem"],
  response: sourceResponse,
});

export const getSourceDescription: DescriptionOf<typeof getSourceEndpoint> = {
  prose: `
Returns one lead source with its mapping, its conditions and the \`version\` for a conditional PATCH. Secrets are masked.`,
};

export const updateSourceEndpoint = defineEndpoint({
  name: "update-source",
  method: "PATCH",
  path: "/api/sources/{id}",
  summary: "Change a lead source; a mapping in the body replaces the stored one",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "UpdateItem"],
  keyActions: ["UpdateItem"],
  acceptsIfMatch: true,
  body: sourceChanges,
  response: sourceResponse,
});

export const updateSourceDescription: DescriptionOf<typeof updateSourceEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "getSource", by: "change" },
  body: { enabled: false },
  prose: `
Changes the fields that the body names; \`mapping\` and lists replace the stored ones. Later deliveries follow the change within 5 seconds,
and stored ones can be replayed through it. With \`enabled\` false its keys are 403 \`key_disabled\`. A masked secret that is sent back keeps
the stored one. With \`If-Match\`, a version that is no longer current is 409 \`version_conflict\`.`,
};

export const rotateSourceKeyEndpoint = defineEndpoint({
  name: "rotate-source-key",
  method: "POST",
  path: "/api/sources/{id}/rotate-key",
  summary: "Create a lead source's new ingestion key; the old one works for 24 more hours by default",
  scope: "settings:write",
  tableActions: ["BatchGetItem", "UpdateItem", "ConditionCheckItem"],
  keyActions: ["PutItem", "UpdateItem", "DeleteItem"],
  acceptsIfMatch: true,
  body: rotation,
  response: { status: 200, schema: sourceWithKey },
});

export const rotateSourceKeyDescription: DescriptionOf<typeof rotateSourceKeyEndpoint> = {
  lostAnswer: { way: "failed" },
  body: { old_key_valid_hours: 24 },
  response: ({ Source }) => ({
    ...Source,
    ingestion_key: "its_4Hn8sWb2Ky6RvTqZ1MxJdLf9CgPe3AuGtVwXz7BnNmDk5Yy0Qs",
  }),
  prose: `
Creates a new ingestion key for the source, shown in this answer alone. The previous key works for \`old_key_valid_hours\` more (24 by
default), so the sender can be changed without losing a lead; with 0 all earlier keys stop at once. At most five keys of a source work at a
time.`,
};
