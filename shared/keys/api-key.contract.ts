import * as z from "zod/mini";
import { defineEndpoint, SCOPES } from "../api/endpoint-definition.ts";
import { choices, nonBlankText, requestsPerMinute, requiredText } from "../schema/fields.ts";
import { LIMITS } from "../schema/limits.ts";
import { page, pageQuery } from "../schema/page.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { instant } from "../schema/time.ts";
import { lazy } from "../schema/zod.ts";

/** An API key as the API shows it, without the secret. */
export const apiKey = lazy(() =>
  z.object({
    id: z.uuid(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    last_four: z.string(),
    enabled: z.boolean(),
    requests_per_minute: z.int(),
    api_version: z.string(),
    created_at: instant(),
    /** Start of the last minute in which the key was used. */
    last_used_at: z.nullable(instant()),
    version: z.int(),
  }),
);

export type ApiKeyResource = z.output<ReturnType<typeof apiKey>>;

/** With the secret, which only the response to its creation contains. */
export const createdApiKey = lazy(() => z.extend(apiKey(), { key: z.string() }));

const scopes = () => choices(SCOPES, "must have at least one scope");

const newKey = lazy(() =>
  settingsObject({
    name: requiredText(LIMITS.nameCharacters),
    scopes: scopes(),
    requests_per_minute: z._default(requestsPerMinute(), LIMITS.requestsPerMinuteDefault),
  }),
);

const keyChanges = lazy(() =>
  settingsObject(
    {
      name: z.optional(nonBlankText(LIMITS.nameCharacters)),
      scopes: z.optional(scopes()),
      enabled: z.optional(z.boolean()),
      requests_per_minute: z.optional(requestsPerMinute()),
    },
    { shown: apiKey },
  ),
);

export type NewKey = z.output<ReturnType<typeof newKey>>;
export type KeyChanges = z.output<ReturnType<typeof keyChanges>>;

export const listKeysEndpoint = defineEndpoint({
  name: "list-keys",
  method: "GET",
  path: "/api/keys",
  summary: "List the firm's API keys, newest first",
  scope: "settings:read",
  tableActions: ["GetItem", "BatchGetItem", "Query"],
  query: lazy(() => z.object(pageQuery())),
  response: { status: 200, schema: lazy(() => page(apiKey())) },
});

export const createKeyEndpoint = defineEndpoint({
  name: "create-key",
  method: "POST",
  path: "/api/keys",
  summary: "Create an API key with scopes that the calling key holds; its secret is shown only once",
  scope: "settings:write",
  tableActions: ["GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"],
  keyActions: ["PutItem"],
  body: newKey,
  response: { status: 201, schema: createdApiKey },
});

export const updateKeyEndpoint = defineEndpoint({
  name: "update-key",
  method: "PATCH",
  path: "/api/keys/{id}",
  summary: "Rename, enable or disable an API key, or change its scopes or rate limit",
  scope: "settings:write",
  tableActions: ["GetItem", "UpdateItem", "ConditionCheckItem"],
  keyActions: ["UpdateItem"],
  acceptsIfMatch: true,
  body: keyChanges,
  response: { status: 200, schema: apiKey },
});

export const deleteKeyEndpoint = defineEndpoint({
  name: "delete-key",
  method: "DELETE",
  path: "/api/keys/{id}",
  summary: "Revoke an API key permanently",
  scope: "settings:write",
  tableActions: ["GetItem", "UpdateItem", "DeleteItem"],
  keyActions: ["DeleteItem"],
  acceptsIfMatch: true,
  response: { status: 204 },
});
