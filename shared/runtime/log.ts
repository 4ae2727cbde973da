import { currentInvocation } from "./invocation.ts";

/**
 * Every log message and its record: only ids, codes and counts, never a name, an address, a phone number or a
 * key. Each line also says what its invocation is about. Lambda's JSON log format writes it with level and time.
 */
type LogRecords = {
  /** The one line of a request that succeeds. */
  request_handled: { status: number; milliseconds: number };
  request_refused: { code: string; fields: readonly string[] };
  request_failed: { code: string; cause: string };
  event_published: EventIds & { changeId: string };
  event_fanned_out: EventIds & { deliveries: number };
  /** A transient failure: the stream delivers the record again. */
  change_not_published: { sequenceNumber: string; cause: string };
  /** The record is in the dead letters. */
  change_not_publishable: { sequenceNumber: string; cause: string };
  delivery_attempted: EventIds & {
    webhookId: string;
    attempt: number;
    status: number | null;
    error: string | null;
    milliseconds: number;
  };
  delivery_not_attempted: { messageId: string; cause: string };
  attempts_not_queued: { count: number; cause: string };
  sweep_failed: { cause: string };
  webhook_disabled: { webhookId: string; reason: string };
};

type EventIds = {
  firmId: string;
  eventId: string;
  /** The request that changed the record; null when no request did, or it is not known. */
  requestId: string | null;
};

type Level = "info" | "warn" | "error";

export const log = <Message extends keyof LogRecords>(
  level: Level,
  message: Message,
  record: LogRecords[Message],
) => console[level]({ message, ...currentInvocation(), ...record });
