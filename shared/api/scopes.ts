/** What an API key may do: each scope names a resource and whether the key may read or change it. */
export const SCOPES = [
  "leads:read",
  "leads:write",
  "consultations:read",
  "consultations:write",
  "events:read",
  "webhooks:read",
  "webhooks:write",
  "settings:read",
  "settings:write",
] as const;

export type Scope = (typeof SCOPES)[number];
