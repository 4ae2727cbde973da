import { operatorProgram } from "../lib/operator/commands.ts";
import { describeError } from "../lib/operator/describe-error.ts";

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = "true";

// a reader that has read enough, such as head, closes the pipe
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

try {
  await operatorProgram.parseAsync();
} catch (error) {
  console.error(`error: ${describeError(error)}`);
  process.exitCode = 1;
}
