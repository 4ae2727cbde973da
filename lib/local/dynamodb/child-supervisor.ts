import { spawn } from "node:child_process";

/**
 * Runs a command and terminates it when stdin closes. The parent process holds the other end, which the operating
 * system closes however the parent exits, `kill -9` included.
 */
const [command = "", ...args] = process.argv.slice(1);
const GRACE_MILLISECONDS = 1_000;

const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });

/** On SIGTERM, DynamoDB Local removes the native library that it unpacked into the temporary folder. */
const terminate = () => {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), GRACE_MILLISECONDS);
};

child.on("error", (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on("exit", (code) => process.exit(code ?? 0));
process.stdin.on("end", terminate).on("error", terminate).resume();
