import { Command } from "commander";
import { firmCreateCommand } from "../lib/operator/firm-create.ts";
import { firmListCommand, firmShowCommand } from "../lib/operator/firm-list.ts";
import { firmDisableCommand, firmEnableCommand } from "../lib/operator/firm-state.ts";
import { commandGroup } from "../lib/operator/operator-command.ts";

const operator = new Command("operator")
  .description("Administer Intake")
  .addCommand(
    commandGroup("firm", "firms", [
      firmCreateCommand(),
      firmListCommand(),
      firmShowCommand(),
      firmDisableCommand(),
      firmEnableCommand(),
    ]),
  );

try {
  await operator.parseAsync();
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
