/** What a key may do. A scope names a resource and whether it may be changed. */
export const SCOPES = [
  "leads:read",
  "leads:write",
  "consultations:read",
  "consultations:write",
  "webhooks:read",
  "webhooks:write",
  "settings:read",
  "settings:write",
] as const;

export type Scope = (typeof SCOPES)[number];
