import { spawn } from "node:child_process";

/**
 * Runs a command for a parent that holds the other end of this process's stdin, and ends it when that end closes.
 * The operating system closes it however the parent goes, `kill -9` included.
 */
const [command = "", ...args] = process.argv.slice(1);
const GRACE_MILLISECONDS = 1_000;

const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });

/** Asked politely, DynamoDB Local removes the library that it unpacked into the temporary folder. */
const end = () => {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), GRACE_MILLISECONDS);
};

child.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on("exit", (code) => process.exit(code ?? 0));
process.stdin.on("end", end).on("error", end).resume();
