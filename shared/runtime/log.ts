/**
 * Every log message and its record: only ids, codes and counts, never a name, an address, a phone number or a
 * key. Lambda's JSON log format writes each record as one line with level, time and request id.
 */
type LogRecords = {
  request_refused: { requestId: string; endpoint: string; code: string; fields: readonly string[] };
  request_failed: { requestId: string; endpoint: string; code: string; cause: string };
  /** A transient failure: the stream delivers the record again. */
  change_not_published: { sequenceNumber: string; cause: string };
  /** The record is in the dead letters. */
  change_not_publishable: { sequenceNumber: string; cause: string };
  delivery_attempted: {
    webhookId: string;
    eventId: string;
    attempt: number;
    status: number | null;
    error: string | null;
  };
  delivery_not_attempted: { messageId: string; cause: string };
  attempts_not_queued: { count: number; cause: string };
  sweep_failed: { cause: string };
  webhook_disabled: { webhookId: string; reason: string };
};

type Level = "info" | "warn" | "error";

export const log = <Message extends keyof LogRecords>(
  level: Level,
  message: Message,
  record: LogRecords[Message],
) => console[level]({ message, ...record });
