import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { readBytes } from "../host/read-bytes.ts";

export type ProxiedResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

/** Forwards calls to DynamoDB over keep-alive connections. */
export class DynamoDbProxy {
  readonly #endpoint: URL;
  readonly #protocol: typeof http | typeof https;
  readonly #agent: http.Agent;

  constructor(endpoint: string) {
    this.#endpoint = new URL(endpoint);
    this.#protocol = this.#endpoint.protocol === "https:" ? https : http;
    this.#agent = new this.#protocol.Agent({ keepAlive: true });
  }

  async call(headers: IncomingHttpHeaders, body: Buffer): Promise<ProxiedResponse> {
    const response = await this.#send(headers, body);
    const { bytes } = await readBytes(response);
    return { status: response.statusCode ?? 502, headers: response.headers, body: bytes };
  }

  stop() {
    this.#agent.destroy();
  }

  #send(headers: IncomingHttpHeaders, body: Buffer) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      this.#protocol
        .request(this.#endpoint, {
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
