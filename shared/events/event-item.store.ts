import * as z from "zod/mini";
import { createdAtMilliseconds, idAt } from "../runtime/record-id.ts";
import { lazy } from "../schema/zod.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { IdRange } from "../table/list-oldest-first.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { eventKey, type Item } from "../table/record-keys.ts";
import { type EventResource, event } from "./event.contract.ts";

/** The retention of an event and of references to it, from the change on. That of a lead's events is for the log alone. */
export const EVENT_RETENTION_SECONDS = 30 * 24 * 3_600;

/** A stored event. */
export type LoggedEvent = {
  readonly id: string;
  /** Its place in the firm's log: 1 for the first event. */
  readonly number: number;
  /** The event as webhooks send it, with the same bytes each time. */
  readonly body: string;
  /** The lead in whose history it stays; undefined for none. */
  readonly leadId?: string | undefined;
};

/**
 * The lead is stored as that of an archived consultation: `byArchivedLead` is the only index with it, `leadId` is in two.
 */
const eventItem = lazy(() =>
  z.object({
    sk: z.string(),
    number: z.number(),
    body: z.string(),
    archivedLeadId: z.optional(z.string()),
  }),
);

export const parseLoggedEvent = (item: Item): LoggedEvent => {
  const { sk, number, body, archivedLeadId: leadId } = eventItem().parse(item);
  return { id: sk, number, body, leadId };
};

export const eventToItem = (firm: FirmId, { id, number, body, leadId }: LoggedEvent): Item => ({
  ...eventKey(firm, id),
  number,
  body,
  ...(leadId === undefined ? { expiresAtEpochSeconds: eventExpiry(id) } : { archivedLeadId: leadId }),
});

/** Returns the time at which an event with this id leaves the log, and references to it are deleted. */
export const eventExpiry = (id: string) =>
  Math.floor(createdAtMilliseconds(id) / 1_000) + EVENT_RETENTION_SECONDS;

/**
 * Checks the retention for every reader, because a lead's events stay, and DynamoDB deletes expired items up to days
 * late.
 */
export const isEventRetained = ({ id }: Pick<LoggedEvent, "id">, nowMilliseconds: number) =>
  nowMilliseconds < eventExpiry(id) * 1_000;

/** Returns the smallest id of an event that is retained. */
export const firstRetainedId = (nowMilliseconds: number) =>
  idAt((Math.floor(nowMilliseconds / 1_000) - EVENT_RETENTION_SECONDS + 1) * 1_000);

/** Returns the part of a range of the log that is retained. A walk may have begun with older events. */
export const retainedRange = ({ from, to, afterId }: IdRange, nowMilliseconds: number): IdRange => {
  const first = firstRetainedId(nowMilliseconds);
  return {
    from: from > first ? from : first,
    to,
    // DynamoDB rejects a start key outside of the key condition.
    afterId: afterId !== null && afterId >= first ? afterId : null,
  };
};

export const parseEventBody = ({ body }: Pick<LoggedEvent, "body">): EventResource =>
  event().parse(JSON.parse(body));

const recordWhen =
  (isReadable: (logged: LoggedEvent, nowMilliseconds: number) => boolean) =>
  (firm: FirmId, id: string, nowMilliseconds: number): RecordRef<LoggedEvent | null> => ({
    key: eventKey(firm, id),
    parse: (item) => {
      const logged = nullIfMissing(parseLoggedEvent)(item);
      return logged && isReadable(logged, nowMilliseconds) ? logged : null;
    },
  });

/** Reads an event of this firm's log; null when it is missing or its retention has ended. */
export const eventRecord = recordWhen(isEventRetained);

/** Reads the same, or an event in the history of a lead, however old. */
export const keptEventRecord = recordWhen(
  (logged, nowMilliseconds) => logged.leadId !== undefined || isEventRetained(logged, nowMilliseconds),
);
