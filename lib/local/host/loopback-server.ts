import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { hasErrorCode, StartError } from "./start-error.ts";

export type LoopbackServer = {
  readonly port: number;
  /** Stops accepting connections; responses in progress have a second to end. */
  stop(): Promise<void>;
};

const STOP_GRACE_MILLISECONDS = 1_000;

/**
 * Listens on the loopback interface only: on IPv4 and, if available, IPv6, because `localhost` may resolve to either.
 * @param port 0 for any free port
 * @throws StartError if the port is taken
 */
export const listenOnLoopback = async (listener: RequestListener, port: number): Promise<LoopbackServer> => {
  const first = await listen(listener, "127.0.0.1", port);
  if (!first) throw new StartError("This machine has no loopback address 127.0.0.1.");
  const boundPort = listeningPort(first);
  try {
    const second = await listen(listener, "::1", boundPort);
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= stopAll(second ? [first, second] : [first]);
      return stopping;
    };
    return { port: boundPort, stop };
  } catch (error) {
    await stopAll([first]);
    throw error;
  }
};

/** @returns undefined if the machine has no such address */
const listen = async (listener: RequestListener, host: string, port: number) => {
  const server = createServer(listener).listen(port, host);
  try {
    await once(server, "listening");
    return server;
  } catch (error) {
    if (hasErrorCode(error, "EADDRINUSE"))
      throw new StartError(`Port ${port} is taken: choose another with PORT.`);
    if (hasErrorCode(error, "EACCES"))
      throw new StartError(`Port ${port} may not be used: choose another with PORT.`);
    if (hasErrorCode(error, "EADDRNOTAVAIL") || hasErrorCode(error, "EAFNOSUPPORT")) return undefined;
    throw error;
  }
};

/** @throws Error if the server does not listen on a port */
export const listeningPort = (server: Pick<Server, "address">) => {
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port.");
  return address.port;
};

const stopAll = async (servers: readonly Server[]) => {
  await Promise.all(servers.map(stopServer));
};

const stopServer = async (server: Server) => {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  await Promise.race([closed, sleep(STOP_GRACE_MILLISECONDS, undefined, { ref: false })]);
  server.closeAllConnections();
};
