import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";

export type ProxiedAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Passes calls on to DynamoDB, over connections that stay open. */
export class DynamoDbProxy {
  readonly #endpoint: URL;
  readonly #protocol: typeof http | typeof https;
  readonly #agent: http.Agent;

  constructor(endpoint: string) {
    this.#endpoint = new URL(endpoint);
    this.#protocol = this.#endpoint.protocol === "https:" ? https : http;
    this.#agent = new this.#protocol.Agent({ keepAlive: true });
  }

  async call(headers: IncomingHttpHeaders, body: string): Promise<ProxiedAnswer> {
    const response = await this.#send(headers, body);
    return { status: response.statusCode ?? 502, headers: response.headers, body: await text(response) };
  }

  stop() {
    this.#agent.destroy();
  }

  #send(headers: IncomingHttpHeaders, body: string) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      this.#protocol
        .request(this.#endpoint, {
          method: "POST",
          agent: this.#agent,
          headers: {
            "content-type": headers["content-type"],
            "content-length": Buffer.byteLength(body),
            "x-amz-target": headers["x-amz-target"],
            "x-amz-date": headers["x-amz-date"],
            authorization: anonymous(headers.authorization),
          },
        })
        .on("response", resolve)
        .on("error", reject)
        .end(body);
    });
  }
}

/** One key for every caller: a server that keeps each access key's data apart still holds one table for all. */
const anonymous = (authorization = "") => authorization.replace(/Credential=[^/]*/, "Credential=local");
