import { text } from "node:stream/consumers";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { AwsError } from "../../../../lib/local/host/aws-call.ts";
import { type LoopbackServer, listenOnLoopback } from "../../../../lib/local/host/loopback-server.ts";
import { QueueStore } from "../../../../lib/local/sqs/queue-store.ts";

const store = new QueueStore({
  queues: [{ name: "work", visibilitySeconds: 30 }],
  log: () => {},
});

let server: LoopbackServer;
let client: SQSClient;
beforeAll(async () => {
  server = await listenOnLoopback(async (request, response) => {
    const operation = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
    try {
      response.end(JSON.stringify(store.call({ operation, request: JSON.parse(await text(request)) })));
    } catch (error) {
      const code = error instanceof AwsError ? error.code : "ValidationException";
      response.writeHead(400).end(JSON.stringify({ __type: code }));
    }
  }, 0);
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new SQSClient({ region: "local", credentials, maxAttempts: 1 });
});
afterAll(async () => {
  client.destroy();
  await server.stop();
});

const url = (name: string) => `http://127.0.0.1:${server.port}/000000000000/${name}`;
const receive = async () => {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({ QueueUrl: url("work"), MaxNumberOfMessages: 10 }),
  );
  return Messages;
};

describe("the real SQS client", () => {
  it("sends, receives, hides and deletes messages", async () => {
    const QueueUrl = url("work");
    await client.send(
      new SendMessageCommand({ QueueUrl, MessageBody: "a", MessageGroupId: "g", DelaySeconds: 0 }),
    );
    const { Successful } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: "0", MessageBody: "b" },
          { Id: "1", MessageBody: "late", DelaySeconds: 60 },
        ],
      }),
    );
    expect(Successful?.map(({ Id }) => Id)).toEqual(["0", "1"]);
    const [first, second] = await receive();
    expect([first?.Body, second?.Body, first?.Attributes]).toMatchObject([
      "a",
      "b",
      { ApproximateReceiveCount: "1" },
    ]);
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] }),
    );
    expect(Attributes).toEqual({
      ApproximateNumberOfMessages: "0",
      ApproximateNumberOfMessagesNotVisible: "2",
      ApproximateNumberOfMessagesDelayed: "1",
    });
    await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: first?.ReceiptHandle }));
    const visible = { QueueUrl, ReceiptHandle: second?.ReceiptHandle, VisibilityTimeout: 0 };
    await client.send(new ChangeMessageVisibilityCommand(visible));
    expect(await receive()).toMatchObject([{ Body: "b", Attributes: { ApproximateReceiveCount: "2" } }]);
  });

  it.each([
    [
      "an undeclared queue",
      () => new SendMessageCommand({ QueueUrl: url("other"), MessageBody: "a" }),
      "QueueDoesNotExist",
    ],
    [
      "a delay over 15 minutes",
      () => new SendMessageCommand({ QueueUrl: url("work"), MessageBody: "a", DelaySeconds: 901 }),
      "ValidationException",
    ],
  ])("gets an error for %s", async (_case, command, name) => {
    await expect(client.send(command() as SendMessageCommand)).rejects.toMatchObject({ name });
  });

  it("gets an error for an operation or parameter that is not hosted", () => {
    expect(() => store.call({ operation: "PurgeQueue", request: {} })).toThrow(/PurgeQueue/);
    const request = { QueueUrl: url("work"), MessageBody: "a", MessageAttributes: {} };
    expect(() => store.call({ operation: "SendMessage", request })).toThrow(/MessageAttributes/);
  });
});
