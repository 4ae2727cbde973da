import { once } from "node:events";
import http, { type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll } from "@jest/globals";

export type ReceivedRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly url: string;
};

const servers: Server[] = [];

const close = (server: Server) => {
  server.closeAllConnections();
  server.close();
};

/** Closes the receivers after the tests of this file. */
export const useReceivers = () => {
  afterAll(() => {
    for (const server of servers.splice(0)) close(server);
  });
};

export const portOf = (server: { address(): unknown }): number => Object(server.address()).port;

/** Starts an HTTP server on loopback that records requests and responds with 204 by default. */
export const startReceiver = async (
  respond: RequestListener = (_request, response) => response.writeHead(204).end(),
) => {
  const received: ReceivedRequest[] = [];
  const server = http.createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request), url: request.url ?? "" });
    respond(request, response);
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: `http://127.0.0.1:${portOf(server)}/hook`, received, stop: () => close(server) };
};
