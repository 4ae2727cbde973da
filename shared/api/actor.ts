export const ACTOR_TYPES = ["api_key", "source", "operator", "system"] as const;

/** Who caused a change: an API key, a source with its ingestion key, the operator, or the service itself (id null). */
export type Actor = {
  readonly type: (typeof ACTOR_TYPES)[number];
  readonly id: string | null;
};
