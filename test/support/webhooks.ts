import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { commit } from "../../shared/table/commit.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import type { Table } from "../../shared/table/table.ts";
import { newWebhookSecret } from "../../shared/webhooks/sign-webhook.ts";
import type { Webhook } from "../../shared/webhooks/webhook.rules.ts";
import { putWebhook } from "../../shared/webhooks/webhook.store.ts";
import { mockClient } from "./mock-client.ts";
import { recordCall } from "./recorded-calls.ts";

/** No failures, and nothing waits. */
export const HEALTHY = {
  failingSinceMilliseconds: 0,
  failureCount: 0,
  failureReason: null,
  retryAtMilliseconds: 0,
  probeEventId: null,
  circuitClosedAtMilliseconds: 0,
  checkAtMilliseconds: 0,
} as const;

export const newWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: newRecordId(Date.now()),
  url: "https://hooks.example.com/intake",
  events: ["*"],
  description: "",
  headers: {},
  enabled: true,
  disabledReason: null,
  ...HEALTHY,
  secret: newWebhookSecret(),
  previousSecrets: [],
  version: 1,
  ...changes,
});

/** Stores a webhook endpoint directly. */
export const storeWebhook = async (
  table: Table,
  firm: FirmId,
  changes: Partial<Webhook> = {},
): Promise<Webhook> => {
  const webhook = newWebhook(changes);
  await commit(table, [putWebhook(firm, webhook)]);
  return webhook;
};

type QueuedMessage = {
  readonly body: string;
  readonly delaySeconds: number;
  readonly groupId: string | undefined;
};

type Batch = { readonly Entries: Entry[] };

type Entry = { Id?: string; MessageBody?: string; DelaySeconds?: number; MessageGroupId?: string };

/** Mocks the queue and records sent messages in order. Call it before each test. */
export const captureQueue = (onMessage: (message: QueuedMessage) => void = () => {}) => {
  const sent: QueuedMessage[] = [];
  const record = ({
    MessageBody: body = "",
    DelaySeconds: delaySeconds = 0,
    MessageGroupId: groupId,
  }: Entry) => {
    const message = { body, delaySeconds, groupId };
    sent.push(message);
    onMessage(message);
  };
  const sqs = mockClient(SQSClient);
  sqs.on(SendMessageCommand).callsFake((input: Entry) => {
    recordCall({ service: "sqs", operation: "SendMessage", request: input });
    record(input);
    return {};
  });
  sqs.on(SendMessageBatchCommand).callsFake((input: Batch) => {
    recordCall({ service: "sqs", operation: "SendMessageBatch", request: input });
    input.Entries.forEach(record);
    return { Successful: input.Entries.map(({ Id }) => ({ Id })), Failed: [] };
  });
  return { sent, sqs, take: () => sent.splice(0) };
};
