import { Agent, type IncomingMessage, request } from "node:http";
import type { AwsCall, AwsResponse } from "../host/aws-call.ts";
import { readBytes } from "../host/read-bytes.ts";

/** Forwards calls to DynamoDB over keep-alive connections. */
export class DynamoDbProxy {
  readonly #endpoint: URL;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(endpoint: string) {
    this.#endpoint = new URL(endpoint);
  }

  async call(call: Pick<AwsCall, "headers" | "body">): Promise<AwsResponse> {
    const response = await this.#send(call);
    return {
      status: response.statusCode ?? 502,
      headers: response.headers,
      body: await readBytes(response),
    };
  }

  stop() {
    this.#agent.destroy();
  }

  #send({ headers, body }: Pick<AwsCall, "headers" | "body">) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      request(this.#endpoint, {
        method: "POST",
        agent: this.#agent,
        headers: {
          "content-type": headers["content-type"],
          "content-length": body.length,
          "x-amz-target": headers["x-amz-target"],
          "x-amz-date": headers["x-amz-date"],
          authorization: withSharedAccessKey(headers.authorization),
        },
      })
        .on("response", resolve)
        .on("error", reject)
        .end(body);
    });
  }
}

/** Replaces the access key: a server that partitions data by access key must give every caller the same table. */
const withSharedAccessKey = (authorization = "") =>
  authorization.replace(/Credential=[^/]*/, "Credential=local");
