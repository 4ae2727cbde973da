import * as z from "zod/mini";
import { createdAtMilliseconds } from "../runtime/record-id.ts";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { eventKey, type Item } from "../table/record-keys.ts";
import { type EventResource, event } from "./event.contract.ts";

/** The retention of an event and of references to it, from the change on. */
export const EVENT_RETENTION_SECONDS = 30 * 24 * 3_600;

/** A stored event. */
export type LoggedEvent = {
  readonly id: string;
  /** Its place in the firm's log: 1 for the first event. */
  readonly number: number;
  /** The event as webhooks send it, with the same bytes each time. */
  readonly body: string;
};

const eventItem = lazy(() => z.object({ sk: z.string(), number: z.number(), body: z.string() }));

export const parseLoggedEvent = (item: Item): LoggedEvent => {
  const { sk, number, body } = eventItem().parse(item);
  return { id: sk, number, body };
};

export const eventToItem = (firm: FirmId, { id, number, body }: LoggedEvent): Item => ({
  ...eventKey(firm, id),
  number,
  body,
  expiresAtEpochSeconds: eventExpiry(id),
});

/** Returns the time at which an event with this id, and references to it, are deleted. */
export const eventExpiry = (id: string) =>
  Math.floor(createdAtMilliseconds(id) / 1_000) + EVENT_RETENTION_SECONDS;

/** Checks the retention for every reader, because DynamoDB deletes expired items up to days late. */
export const isEventRetained = ({ id }: { readonly id: string }, nowMilliseconds: number) =>
  nowMilliseconds < eventExpiry(id) * 1_000;

export const parseEventBody = ({ body }: Pick<LoggedEvent, "body">): EventResource =>
  event().parse(JSON.parse(body));

/** Reads an event of this firm; null when it is missing or its retention has ended. */
export const eventRecord = (
  firm: FirmId,
  id: string,
  nowMilliseconds: number,
): RecordRef<LoggedEvent | null> => ({
  key: eventKey(firm, id),
  parse: (item) => {
    const logged = nullIfMissing(parseLoggedEvent)(item);
    return logged && isEventRetained(logged, nowMilliseconds) ? logged : null;
  },
});
