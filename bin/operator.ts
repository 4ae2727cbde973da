import { operatorProgram } from "../lib/operator/commands.ts";

try {
  await operatorProgram().parseAsync();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
