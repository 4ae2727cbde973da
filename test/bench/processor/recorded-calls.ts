import { once } from "node:events";
import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { listeningPort, listenOnLoopback } from "../../../lib/local/host/loopback-server.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../../support/tls.ts";
import type { Payload, StoreCall } from "../capacity-proxy.ts";

/** A post to a webhook, as it arrived. */
type Post = { readonly url: string; readonly headers: Record<string, string>; readonly body: string };

const OWN_HEADERS = new Set(["host", "connection", "content-length"]);

/**
 * Answers calls of DynamoDB with recorded answers. The function and the bare handler get the same ones, and no database
 * takes processor time. The server uses TLS as in the cloud, because the SDK's client loads other code for plain HTTP.
 */
export const startRecordedAnswers = async () => {
  const answers = new Map<string, string>();
  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, async (request, response) => {
    const operation = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
    const answer = answers.get(callKey(operation, JSON.parse(await text(request))));
    response.writeHead(answer ? 200 : 400, { "content-type": "application/x-amz-json-1.0" });
    response.end(answer?.replace(WINDOW_START, `"windowStartMilliseconds":{"N":"${Date.now()}"}`));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `https://127.0.0.1:${listeningPort(server)}`,
    /** Replaces the recorded answers. */
    repeat: (calls: readonly StoreCall[]) => {
      answers.clear();
      for (const { operation, request, response } of calls)
        answers.set(callKey(operation, request), JSON.stringify(response));
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Receives posts to a webhook. */
export const startReceiver = async () => {
  const posts: Post[] = [];
  const server = await listenOnLoopback(async (request, response) => {
    const sent = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name));
    posts.push({ url, headers: Object.fromEntries(sent) as Post["headers"], body: await text(request) });
    response.writeHead(204).end();
  }, 0);
  const url = `http://127.0.0.1:${server.port}/webhook`;
  return {
    url,
    /** Returns the posts since the last time and forgets them. */
    takePosts: () => posts.splice(0),
    stop: server.stop,
  };
};

/** Returns the parts that a repeated call has again. The items that it writes have new ids and times. */
const callKey = (operation: string, { Key, RequestItems }: Payload) =>
  JSON.stringify([operation, Key, RequestItems]);

/** A lease on a key is usable only in the minute in which its window began. */
const WINDOW_START = /"windowStartMilliseconds":\{"N":"\d+"\}/;

/** Returns a call in the document client's form. */
export const documentCall = ({ operation, request }: StoreCall) => ({
  operation,
  input: unmarshallInput(request),
});

const ITEMS = new Set(["Key", "Item", "ExpressionAttributeValues", "ExclusiveStartKey"]);

const unmarshallInput = (value: unknown, name = ""): unknown => {
  if (Array.isArray(value)) return value.map((each) => unmarshallInput(each, name === "Keys" ? "Key" : ""));
  if (typeof value !== "object" || value === null) return value;
  if (ITEMS.has(name)) return unmarshall(value as NonNullable<Payload["Item"]>);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unmarshallInput(each, key)]));
};
