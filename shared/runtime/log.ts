/**
 * Everything that is ever logged, and with what. Ids, codes and counts only: no name, address, number or key.
 * Lambda's JSON log format turns each record into one line with level, time and request id.
 */
type LogRecords = {
  request_refused: { requestId: string; endpoint: string; code: string; fields: readonly string[] };
  request_failed: { requestId: string; endpoint: string; code: string; cause: string };
  events_not_published: { count: number; codes: readonly string[] };
  change_not_readable: { sequenceNumber: string; cause: string };
  delivery_attempted: {
    webhookId: string;
    eventId: string;
    attempt: number;
    status: number | null;
    error: string | null;
  };
  delivery_not_attempted: { messageId: string; cause: string };
  webhook_disabled: { webhookId: string; reason: string };
};

type Level = "info" | "warn" | "error";

export const log = <Message extends keyof LogRecords>(
  level: Level,
  message: Message,
  record: LogRecords[Message],
) => console[level]({ message, ...record });
