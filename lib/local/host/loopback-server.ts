import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { hasErrorCode, StartError } from "./start-error.ts";

export type LoopbackServer = {
  readonly port: number;
  /** Stops accepting connections. Responses in progress have a second to end. */
  stop(): Promise<void>;
};

const STOP_GRACE_MILLISECONDS = 1_000;

/**
 * Listens on the loopback interface only. For `localhost`, clients also try IPv4.
 * @param port 0 for any free port
 * @throws StartError if the port is taken or needs other rights
 */
export const listenOnLoopback = async (listener: RequestListener, port: number): Promise<LoopbackServer> => {
  const server = createServer(listener).listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch (error) {
    if (hasErrorCode(error, "EADDRINUSE"))
      throw new StartError(`Port ${port} is taken: choose another with PORT.`);
    throw new StartError(`Port ${port} cannot be used: ${error instanceof Error ? error.message : error}.`);
  }
  return { port: listeningPort(server), stop: () => stopServer(server) };
};

/** @throws Error if the server does not listen on a port */
export const listeningPort = (server: Pick<Server, "address">) => {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port.");
  return address.port;
};

const stopServer = async (server: Server) => {
  if (!server.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  await Promise.race([closed, sleep(STOP_GRACE_MILLISECONDS, undefined, { ref: false })]);
  server.closeAllConnections();
};
