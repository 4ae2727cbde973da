import * as z from "zod/mini";
import { currentInvocation } from "../runtime/log.ts";
import { derivedId, newRecordId } from "../runtime/record-id.ts";

export const ACTOR_TYPES = ["api_key", "source", "client_link", "operator", "system"] as const;

/** Who caused a change: an API key, a source with its ingestion key, a client with a link, the operator, or the service itself (id null). */
export type Actor = {
  readonly type: (typeof ACTOR_TYPES)[number];
  readonly id: string | null;
};

/** What one caller does at one moment: a change of one record that emits events, or of several. */
export type Change = {
  /** UUIDv7. */
  readonly id: string;
  /** ISO-8601 UTC instant. */
  readonly at: string;
  readonly actor: Actor;
  /** The request that makes it; the webhooks that tell of it name it. */
  readonly requestId?: string | undefined;
};

/** When the operator erased a record's personal data, and by which stored change, from which the id of its event derives. */
export type Erasure = {
  /** ISO-8601 UTC instant. */
  readonly at: string;
  readonly changeId: string;
};

/** A change that the caller of this request makes. */
export const newChange = ({
  actor,
  nowMilliseconds,
}: {
  readonly actor: Actor;
  readonly nowMilliseconds: number;
}): Change => ({
  id: newRecordId(nowMilliseconds),
  at: new Date(nowMilliseconds).toISOString(),
  actor,
  requestId: currentInvocation().requestId,
});

/** The id under which a record stores a change. Event ids derive from it, so records that share a change have their own. */
export const storedChangeId = (recordId: string, { id }: Pick<Change, "id">) => derivedId(id, recordId);

/**
 * The attributes that every write of a record that emits events sets: `changeId` makes the stream invoke the publisher,
 * which reads them.
 */
export const changeAttributes = (recordId: string, change: Omit<Change, "at">) => ({
  changeId: storedChangeId(recordId, change),
  actor: change.actor,
  // Null replaces the request of an earlier change.
  requestId: change.requestId ?? null,
});

/** The mark of a record whose personal data were erased; absent from all others. */
export const erasureItem = () => z.optional(z.object({ at: z.string(), changeId: z.string() }));
