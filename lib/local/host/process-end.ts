import { execFileSync } from "node:child_process";
import { hasCode } from "./start-error.ts";

/** One Ctrl-C may arrive twice: from the terminal, and passed on by npm. */
const SAME_REQUEST_MILLISECONDS = 500;
const PARENT_CHECK_MILLISECONDS = 500;

/**
 * Calls `end` once and then exits, when a signal asks for it or npm, which started us, is gone. A later signal
 * does not wait any longer.
 * @returns whether the end has begun
 */
export const endOnRequest = (end: () => Promise<void>) => {
  let askedAt: number | undefined;
  const ask = () => {
    const now = performance.now();
    if (askedAt === undefined) {
      askedAt = now;
      void end().finally(() => process.exit(0));
    } else if (now - askedAt > SAME_REQUEST_MILLISECONDS) {
      process.exit(0);
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);
  if (process.env.npm_lifecycle_event === "start") whenOrphaned(ask);
  return () => askedAt !== undefined;
};

/** npm killed by `kill -9` tells nobody, and the shell between it and this process goes on waiting for us. */
const whenOrphaned = (ask: () => void) => {
  const parent = process.ppid;
  const grandparent = parentOf(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && exists(grandparent)) return;
    clearInterval(timer);
    ask();
  }, PARENT_CHECK_MILLISECONDS);
  timer.unref();
};

/** @returns this process's own id where no `ps` can tell */
const parentOf = (pid: number) => {
  try {
    return (
      Number(execFileSync("ps", ["-o", "ppid=", "-p", String(pid)], { encoding: "utf8" })) || process.pid
    );
  } catch {
    return process.pid;
  }
};

export const exists = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // somebody else's
    return hasCode(error, "EPERM");
  }
};
