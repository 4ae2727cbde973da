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
Creates an API key for a program. The secret (\`key\`, \`itk_…\`) is in this answer alone: store it now. A key grants only scopes
that the calling key holds itself; others are 403 \`insufficient_scope\` naming them. Give each program a key of its own with the scopes
it needs, so that it can be revoked alone. The key is pinned to the newest API version.`,
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
Lists the firm's API keys, newest first, with scopes, rate limit, the last four characters and the last minute of use. Secrets are never
shown again. The keys of lead sources are with their [sources](#tag/sources/GET/api/sources).`,
};

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

export const updateKeyDescription: DescriptionOf<typeof updateKeyEndpoint> = {
  lostAnswer: { way: "confirmed", reader: "listKeys", by: "change" },
  body: { requests_per_minute: 600 },
  prose: `
Renames a key, changes its scopes or its rate limit, or disables and enables it. A disabled key is 403 \`key_disabled\` for its callers
within 10 seconds. Scopes that the calling key lacks cannot be granted (403), also by enabling a key that has them. The last enabled key
with \`settings:write\` cannot lose it or be disabled (422), since nobody could manage keys any more.`,
};

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

export const deleteKeyDescription: DescriptionOf<typeof deleteKeyEndpoint> = {
  // A key that has deleted itself is no longer accepted.
  lostAnswer: { way: "deletion", gone: ["not_found", "invalid_key"] },
  prose: `
Revokes a key for good, within 10 seconds everywhere; its callers then get 401 \`invalid_key\`. To stop a key for a while, disable it
instead. The last enabled key with \`settings:write\` cannot be deleted (422).`,
};
