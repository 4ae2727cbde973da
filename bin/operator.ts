import { operatorProgram } from "../lib/operator/commands.ts";
import { describeError } from "../lib/operator/describe-error.ts";

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";

/** The status of a program that ends by SIGPIPE: a script must not take a part of an export for the whole. */
const OUTPUT_CLOSED = 128 + 13;

// a reader that has read enough, such as head, closes the pipe
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(OUTPUT_CLOSED);
});

try {
  await operatorProgram.parseAsync();
} catch (error) {
  console.error(`error: ${describeError(error)}`);
  process.exitCode = 1;
}
