import { execFileSync } from "node:child_process";
import { hasErrorCode } from "./start-error.ts";

/** One Ctrl-C may arrive twice: from the terminal and forwarded by npm. */
const SAME_REQUEST_MILLISECONDS = 500;
const PARENT_CHECK_MILLISECONDS = 500;

/**
 * Runs `shutDown` and then exits, on the first signal or when the npm process that started this one is gone. A later
 * signal exits at once.
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
  if (process.env.npm_lifecycle_event === "start") onOrphaned(requestShutdown);
  return () => requestedAt !== undefined;
};

/** Detects `kill -9` of npm: no signal arrives, and the shell between npm and this process keeps waiting. */
const onOrphaned = (requestShutdown: () => void) => {
  const parent = process.ppid;
  const grandparent = parentProcessId(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && processExists(grandparent)) return;
    clearInterval(timer);
    requestShutdown();
  }, PARENT_CHECK_MILLISECONDS);
  timer.unref();
};

/** @returns this process's own id if `ps` is not available */
const parentProcessId = (pid: number) => {
  try {
    return (
      Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" })) || process.pid
    );
  } catch {
    return process.pid;
  }
};

export const processExists = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // the process exists but belongs to another user
    return hasErrorCode(error, "EPERM");
  }
};
