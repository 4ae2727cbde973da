/** One Ctrl-C may arrive twice: from the terminal and forwarded by npm. */
const SAME_REQUEST_MILLISECONDS = 500;

/**
 * Runs `shutDown` and then exits, on the first signal. A later one exits at once.
 * @returns a function that tells whether the shutdown has begun
 */
export const shutDownOnRequest = (shutDown: () => Promise<void>) => {
  let requestedAt: number | undefined;
  const requestShutdown = () => {
    const now = performance.now();
    if (requestedAt === undefined) {
      requestedAt = now;
      void shutDown().finally(() => process.exit(0));
    } else if (now - requestedAt > SAME_REQUEST_MILLISECONDS) {
      process.exit(0);
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, requestShutdown);
  return () => requestedAt !== undefined;
};
