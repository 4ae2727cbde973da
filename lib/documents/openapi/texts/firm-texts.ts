/** The meaning of the fields of the firm's settings, members and API keys. */
export const FIRM_FIELDS = {
  end_at: "The instant at which the absence ends (exclusive), after `start_at`.",
  api_version: "The API version of the key's requests that name none.",
  firm: "The key's firm.",
  last_four: "The last four characters of the key.",
  last_used_at: "The last minute in which the key was used; null for never.",
  requests_per_minute: "The rate limit of each key.",
  scopes: "What the key may do.",
  "Me.key": "The calling key.",
  "create-key.key": "The secret of the key, which only this response shows.",
};
