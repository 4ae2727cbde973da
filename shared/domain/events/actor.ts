/** Who caused a change: an API key, a source with its ingestion key, the operator, or the service itself (id null). */
export type Actor = {
  readonly type: "api_key" | "source" | "operator" | "system";
  readonly id: string | null;
};
