import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode, StartError } from "./start-error.ts";

export type LoopbackServer = {
  readonly port: number;
  /** Takes no more connections, and waits a moment for answers that are under way. */
  stop(): Promise<void>;
};

const STOP_GRACE_MILLISECONDS = 1_000;

/**
 * Serves on this machine alone, on IPv4 and, where there is one, IPv6: `localhost` may mean either.
 * @param port 0 for any that is free
 * @throws StartError if the port is taken
 */
export const listenOnLoopback = async (listener: RequestListener, port: number): Promise<LoopbackServer> => {
  const first = await listen(listener, "127.0.0.1", port);
  if (!first) throw new StartError("This machine has no loopback address 127.0.0.1.");
  const chosen = portOf(first);
  try {
    const second = await listen(listener, "::1", chosen);
    let stopping: Promise<void> | undefined;
    const stop = () => {
      stopping ??= stopAll(second ? [first, second] : [first]);
      return stopping;
    };
    return { port: chosen, stop };
  } catch (error) {
    await stopAll([first]);
    throw error;
  }
};

/** @returns undefined if there is no such address */
const listen = async (listener: RequestListener, host: string, port: number) => {
  const server = createServer(listener).listen(port, host);
  try {
    await once(server, "listening");
    return server;
  } catch (error) {
    if (hasCode(error, "EADDRINUSE"))
      throw new StartError(`Port ${port} is taken: choose another with PORT.`);
    if (hasCode(error, "EACCES"))
      throw new StartError(`Port ${port} may not be used: choose another with PORT.`);
    if (hasCode(error, "EADDRNOTAVAIL") || hasCode(error, "EAFNOSUPPORT")) return undefined;
    throw error;
  }
};

const portOf = (server: Server) => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return address.port;
};

const stopAll = async (servers: readonly Server[]) => {
  await Promise.all(servers.map(stop));
};

const stop = async (server: Server) => {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  await Promise.race([closed, sleep(STOP_GRACE_MILLISECONDS, undefined, { ref: false })]);
  server.closeAllConnections();
};
