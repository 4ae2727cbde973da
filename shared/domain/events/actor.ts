/** Who caused a change: an API key, a source with its ingestion key, the operator, or the service itself (id null). */
export type Actor = {
  readonly type: "api_key" | "source" | "operator" | "system";
  readonly id: string | null;
};

/** The key of a request; an ingestion key has a source. */
export type Caller = { readonly id: string; readonly sourceId?: string | undefined };

/** A source acts under its own id: its ingestion keys are rotated. */
export const callerActor = ({ id, sourceId }: Caller): Actor =>
  sourceId === undefined ? { type: "api_key", id } : { type: "source", id: sourceId };
