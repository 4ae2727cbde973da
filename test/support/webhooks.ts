import { once } from "node:events";
import http, { type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterAll } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import type { FirmId } from "../../shared/domain/firm/firm-id.ts";
import type { Webhook } from "../../shared/domain/webhooks/webhook.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";
import type { Table } from "../../shared/storage/dynamodb/table.ts";
import { webhookStore } from "../../shared/storage/webhooks/webhook-store.ts";
import { newWebhookSecret } from "../../shared/webhooks/sign-webhook.ts";

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly url: string };

const servers: Server[] = [];

const close = (server: Server) => {
  server.closeAllConnections();
  server.close();
};

/** Makes this file's servers end with it. */
export const useReceivers = () => {
  afterAll(() => {
    for (const server of servers.splice(0)) close(server);
  });
};

export const portOf = (server: { address(): unknown }): number => Object(server.address()).port;

/** An HTTP server on this machine that notes what it gets; it answers 204 unless told otherwise. */
export const startReceiver = async (
  answer: RequestListener = (_request, response) => response.writeHead(204).end(),
) => {
  const received: Received[] = [];
  const server = http.createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request), url: request.url ?? "" });
    answer(request, response);
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${portOf(server)}/hook`, received, stop: () => close(server) };
};

/** An endpoint as it may stand in the table. */
export const storeWebhook = async (
  table: Table,
  firm: FirmId,
  changes: Partial<Webhook> = {},
): Promise<Webhook> => {
  const webhook: Webhook = {
    id: newRecordId(Date.now()),
    url: "https://hooks.example.com/intake",
    events: ["*"],
    description: "",
    enabled: true,
    disabledReason: null,
    failingSinceMilliseconds: 0,
    secret: newWebhookSecret(),
    previousSecret: null,
    previousSecretUntilMilliseconds: 0,
    version: 1,
    ...changes,
  };
  await webhookStore(table).create(firm, webhook);
  return webhook;
};

export type Queued = {
  readonly body: string;
  readonly delaySeconds: number;
  readonly groupId: string | undefined;
};

type Entry = { Id?: string; MessageBody?: string; DelaySeconds?: number; MessageGroupId?: string };

/** Stands in for the queue: what is sent to it, in order. To be called anew before each test. */
export const captureQueue = (onMessage: (message: Queued) => void = () => {}) => {
  const sent: Queued[] = [];
  const take = ({
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
    take(input);
    return {};
  });
  sqs.on(SendMessageBatchCommand).callsFake(({ Entries }: { Entries: Entry[] }) => {
    Entries.forEach(take);
    return { Successful: Entries.map(({ Id }) => ({ Id })), Failed: [] };
  });
  return { sent, sqs, take: () => sent.splice(0) };
};
