import * as z from "zod/mini";
import { currentInvocation } from "../runtime/log.ts";
import { derivedId, newRecordId } from "../runtime/record-id.ts";

export const ACTOR_TYPES = ["api_key", "source", "member", "client_link", "operator", "system"] as const;

/**
 * The cause of a change: an API key, a source with its ingestion key, a member who has signed in, a client with a link,
 * the operator, or the service itself (id null).
 */
export type Actor = {
  readonly type: (typeof ACTOR_TYPES)[number];
  readonly id: string | null;
};

/** An action of one caller at one moment. It changes one or several records that emit events. */
export type Change = {
  /** UUIDv7. */
  readonly id: string;
  /** ISO-8601 UTC instant. */
  readonly at: string;
  readonly actor: Actor;
  /** The request that makes the change. Its webhooks name the request. */
  readonly requestId?: string | undefined;
};

/**
 * The instant at which the operator erased a record's personal data, and the stored change. The id of its event derives
 * from that change.
 */
export type Erasure = {
  /** ISO-8601 UTC instant. */
  readonly at: string;
  readonly changeId: string;
};

/** Returns a change by the caller of this request. */
export const newChange = ({
  actor,
  nowMilliseconds,
}: {
  readonly actor: Actor;
  readonly nowMilliseconds: number;
}): Change => ({
  ...changeAt(nowMilliseconds),
  actor,
  requestId: currentInvocation().requestId,
});

/** Returns the change of another try: by the same caller, at this moment. */
export const retriedChange = (change: Change): Change => ({ ...change, ...changeAt(Date.now()) });

/** Returns a change by the service itself. */
export const systemChange = (nowMilliseconds: number): Change => changeBy("system", nowMilliseconds);

export const operatorChange = (nowMilliseconds: number): Change => changeBy("operator", nowMilliseconds);

const changeBy = (type: "system" | "operator", nowMilliseconds: number): Change => ({
  ...changeAt(nowMilliseconds),
  actor: { type, id: null },
});

const changeAt = (nowMilliseconds: number): Pick<Change, "id" | "at"> => ({
  id: newRecordId(nowMilliseconds),
  at: new Date(nowMilliseconds).toISOString(),
});

/** A record as it was read, with the id of its last stored change; a new one has none. */
type Changed = { readonly id: string; readonly changeId?: string | undefined };

/**
 * Returns the id under which a record stores a change. Event ids derive from it, so records that share a change have
 * their own. It is later than that of the record's last change, even if a request that began earlier or an instance
 * with a faster clock made that one: so the ids of a record's events sort like their `sequence`.
 */
export const storedChangeId = ({ id, changeId }: Changed, change: Pick<Change, "id">) =>
  derivedId(change.id, id, changeId);

/**
 * Returns the attributes in every write of a record that emits events. Because of `changeId`, the stream invokes the
 * publisher, which reads them.
 */
export const changeAttributes = (record: Changed, change: Omit<Change, "at">) => ({
  changeId: storedChangeId(record, change),
  actor: change.actor,
  // Null replaces the request of an earlier change.
  requestId: change.requestId ?? null,
});

/** The mark of a record whose personal data were erased; absent from all others. */
export const erasureItem = () => z.optional(z.object({ at: z.string(), changeId: z.string() }));
