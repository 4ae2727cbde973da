import * as z from "zod/mini";
import { defineEndpoint } from "../api/endpoint-definition.ts";
import type { DescriptionOf } from "../api/endpoint-description.ts";
import { page, pageQuery } from "../schema/page.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { lazy } from "../schema/zod.ts";
import { apiKeyFields } from "./api-key-fields.contract.ts";

/** An API key as the API shows it, without the secret. */
export const apiKey = apiKeyFields.shown;

/** Includes the secret, which only the response to its creation contains. */
const createdApiKey = lazy(() => z.extend(apiKey(), { key: z.string() }));

const newKey = lazy(() => settingsObject(apiKeyFields.created()));

const keyChanges = lazy(() => settingsObject(apiKeyFields.changed(), { shown: apiKey }));

export type KeyChanges = z.output<ReturnType<typeof keyChanges>>;

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

export const createKeyDescription: DescriptionOf<typeof createKeyEndpoint> = {
  lostAnswer: { way: "failed" },
  body: { name: "CRM", scopes: ["leads:read", "leads:write"] },
  response: ({ ApiKey }) => ({ ...ApiKey, key: "itk_7Qm2vXc9Lr4TzKdW8NfYbHs3JpGe6AuRtVwZx5BnMqCk1Dy0Ha" }),
  prose: `
Creates an API key for a program. Only this response shows the secret (\`key\`, \`itk_…\`): store it now. A key can grant
only scopes that the calling key holds; other scopes are 403 \`insufficient_scope\`, which names them. Give each program
its own key with only the scopes that it needs, so that you can revoke one key alone. The key is pinned to the newest
API version.`,
};

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

export const listKeysDescription: DescriptionOf<typeof listKeysEndpoint> = {
  prose: `
Lists the firm's API keys, newest first, with scopes, rate limit, the last four characters and the last minute of use.
Secrets are never shown again. The keys of lead sources are listed with their [sources](#tag/sources/GET/api/sources).`,
};

export const updateKeyEndpoint = defineEndpoint({
  name: "update-key",
  method: "PATCH",
  path: "/api/keys/{id}",
  summary: "Rename, enable or disable an API key, or change its scopes or rate limit",
  scope: "settings:write",
  tableActions: ["GetItem", "UpdateItem", "ConditionCheckItem"],
  keyActions: ["UpdateItem"],
  acceptsIfMatch: "version",
  body: keyChanges,
  response: { status: 200, schema: apiKey },
});

export const updateKeyDescription: DescriptionOf<typeof updateKeyEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "listKeys", by: "change" },
  body: { requests_per_minute: 600 },
  prose: `
Renames a key, changes its scopes or its rate limit, or disables or enables it. A disabled key gets 403 \`key_disabled\`
within 10 seconds.

A key cannot grant scopes that it lacks (403). This also applies to enabling a key that has such scopes. The last
enabled key with \`settings:write\` cannot be disabled or lose this scope (422), because then nobody could manage keys.`,
};

export const deleteKeyEndpoint = defineEndpoint({
  name: "delete-key",
  method: "DELETE",
  path: "/api/keys/{id}",
  summary: "Revoke an API key permanently",
  scope: "settings:write",
  tableActions: ["GetItem", "UpdateItem", "DeleteItem"],
  keyActions: ["DeleteItem"],
  acceptsIfMatch: "version",
  response: { status: 204 },
});

export const deleteKeyDescription: DescriptionOf<typeof deleteKeyEndpoint> = {
  // A key that has deleted itself is no longer accepted.
  lostAnswer: { way: "deletion", gone: ["not_found", "invalid_key"] },
  prose: `
Revokes a key permanently. Within 10 seconds, its requests get 401 \`invalid_key\`. To stop a key for a while, disable it
instead. The last enabled key with \`settings:write\` cannot be deleted (422).`,
};
