import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { HOST_CLIENT } from "../../../lib/local/host/aws-call.ts";
import { listeningPort } from "../../../lib/local/host/loopback-server.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";

/**
 * A server to compare the local service with. It only makes the calls of DynamoDB that a warm request makes. GET reads a
 * lead. POST writes a copy of the item that the server was started with.
 */
const [endpoint = "", TableName = "", sample = "{}"] = process.argv.slice(2);
const item = JSON.parse(sample);
const client = DynamoDBDocumentClient.from(new DynamoDBClient({ ...HOST_CLIENT, endpoint }));

const read = async (id: string) => {
  const Key = { pk: item.pk, sk: id };
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  return { status: Item ? 200 : 404, body: Item };
};

const write = async () => {
  const Item = { ...item, sk: newRecordId(Date.now()) };
  await client.send(new PutCommand({ TableName, Item, ConditionExpression: "attribute_not_exists(pk)" }));
  return { status: 201, body: Item };
};

const server = createServer(async (request, response) => {
  if (request.method === "POST") await json(request);
  const id = request.url?.split("/").at(-1) ?? "";
  const { status, body } = await (request.method === "POST" ? write() : read(id));
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}).listen(0, "127.0.0.1");
await once(server, "listening");
process.send?.(listeningPort(server));
process.on("disconnect", () => process.exit());
