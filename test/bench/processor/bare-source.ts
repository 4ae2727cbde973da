/** Returns the document client's command of an operation. */
const commandOf = (operation: string) => `${operation.replace(/Items?$/, "")}Command`;

/**
 * Returns the source of a handler that only makes the calls of its event, and answers with their results. It makes the
 * calls of a trip at once.
 */
export const bareSource = (operations: readonly string[], { queue }: { readonly queue: boolean }) => {
  const commands = [...new Set(operations)];
  return `
    import { request } from "node:http";
    import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
    import { DynamoDBDocumentClient, ${commands.map(commandOf).join(", ")} } from "@aws-sdk/lib-dynamodb";
    ${queue ? QUEUE : ""}
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
    const COMMANDS = { ${commands.map((operation) => `${operation}: ${commandOf(operation)}`).join(", ")} };
    const post = ({ url, headers, body }) => new Promise((resolve, reject) => {
      request(url, { method: "POST", headers, agent: false })
        .on("response", (response) => response.resume().on("end", resolve))
        .on("error", reject)
        .end(body);
    });
    const send = ({ operation, input }) => client.send(new COMMANDS[operation](input));
    export const handler = async ({ trips, posts }) => {
      const outputs = [];
      for (const trip of trips) outputs.push(...(await Promise.all(trip.map(send))));
      for (const each of posts) await post(each);
      return { statusCode: 200, body: JSON.stringify(outputs) };
    };`;
};

const QUEUE = `
    import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
    const queue = new SQSClient({});
    export const sendMessage = (message) => queue.send(new SendMessageCommand(message));
    export const sendMessages = (batch) => queue.send(new SendMessageBatchCommand(batch));`;
